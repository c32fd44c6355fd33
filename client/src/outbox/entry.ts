/** A message in the browser's outbox, and every step of its life as a pure function. All times are milliseconds since 1970. */
import { HONEYPOT_FIELD, type Message } from '@portfolio/contract/message';
import { LONGEST_WAIT_MS, type Outcome, pauseAfter, SHORTEST_PAUSE_MS, TIME_LIMIT_MS } from './retry.ts';
import { KEPT_DAYS } from './stores.ts';

/** From submit to the two calls (product.md, section 3, constants). */
export const DELAY_MS = 5000;
/** How long a message may be on its way before the visitor is told: shorter, and the line would flash up and go. */
export const GRACE_MS = 2000;
/** An attempt that nobody has settled by then was made by a page that is gone. */
export const CLAIM_MS = TIME_LIMIT_MS + SHORTEST_PAUSE_MS;
const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000;
/** They take minutes by any clock: one that is set ahead between two attempts ends no delivery. */
const LEAST_ATTEMPTS = 10;

/** What the form gave: a message, and the honeypot's field if something was put into it. */
export type WrittenMessage = Message & { [HONEYPOT_FIELD]?: string };

/** What a message needs: its row in the database, and then the e-mail that tells the owner of it. */
export const PARTS = ['row', 'email'] as const;
export type Part = (typeof PARTS)[number];

export interface Waiting {
  state: 'waiting';
  /** Counted when they begin: of some, nobody ever hears the outcome. */
  attempts: number;
  /** When an attempt was first seen to fail; null before that. */
  failedSince: number | null;
  /** When it is tried, unless the network or the visitor comes back earlier. */
  nextAt: number;
  /** When it may be tried at the soonest, whatever speaks for it. */
  earliestAt: number;
}

export type PartState =
  | Waiting
  | { state: 'done' }
  /** It will never be taken; `detail` is the server's own sentence about why, where it gave one. */
  | { state: 'refused'; detail: string | null }
  /** It failed once more when delivery had been tried for long enough. */
  | { state: 'expired' };

export interface Entry {
  /** UUID made at submit: the `Idempotency-Key` of the message and the id of its row. */
  id: string;
  submittedAt: number;
  message: WrittenMessage;
  row: PartState;
  email: PartState;
}

/** The entry of a message that is submitted now. What fell into the honeypot is stored as spam, and spam rings no bell. */
export function createEntry(id: string, message: WrittenMessage, now: number): Entry {
  const dueAt = now + DELAY_MS;
  const waiting: Waiting = { state: 'waiting', attempts: 0, failedSince: null, nextAt: dueAt, earliestAt: dueAt };
  return { id, submittedAt: now, message, row: waiting, email: message[HONEYPOT_FIELD] ? { state: 'done' } : waiting };
}

/** What is still to be sent: nothing of a message that goes back to its visitor, who may mend it first. */
export function waitingParts(entry: Entry): Part[] {
  if (isUndeliverable(entry)) return [];
  return PARTS.filter((part) => entry[part].state === 'waiting');
}

/** When a part is to be tried; Infinity when it is not waiting. */
export function timeOf(entry: Entry, part: Part, now: number): number {
  const state = entry[part];
  if (state.state !== 'waiting') return Number.POSITIVE_INFINITY;
  // No pause is that long, so the clock has been set back since: waiting for it could take years.
  return state.nextAt - now > LONGEST_WAIT_MS ? now : state.nextAt;
}

/** Whether a part is to be tried now. */
export function isDue(entry: Entry, part: Part): boolean {
  return timeOf(entry, part, Date.now()) <= Date.now();
}

/** Whether a part is waiting for its first attempt. */
export function isUntried(entry: Entry, part: Part): boolean {
  const state = entry[part];
  return state.state === 'waiting' && state.attempts === 0;
}

/** Cuts every pause short, as something speaks for trying now. */
export function hasten(entry: Entry): Entry {
  return changeWaiting(entry, PARTS, (state) => ({ ...state, nextAt: Math.min(state.nextAt, state.earliestAt) }));
}

/** Notes that parts are about to be sent: until these attempts are over, nobody else sends. */
export function claim(entry: Entry, parts: readonly Part[], now: number): Entry {
  const attempt = { nextAt: now + CLAIM_MS, earliestAt: now + CLAIM_MS };
  return changeWaiting(entry, parts, (state) => ({ ...state, ...attempt, attempts: state.attempts + 1 }));
}

/**
 * Notes what became of an attempt. A page that was frozen says nothing of the attempts that followed its own.
 *
 * @param claimed - the entry as it was when the attempt began
 */
export function settle(entry: Entry, claimed: Entry, part: Part, outcome: Outcome, now: number, random: number): Entry {
  const began = claimed[part];
  return changeWaiting(entry, [part], (state) => {
    if (outcome.kind === 'refused') return { state: 'refused', detail: outcome.detail };
    if (outcome.kind === 'done') return { state: 'done' };
    if (began.state === 'waiting' && began.attempts !== state.attempts) return state;
    const failedSince = state.failedSince ?? now;
    if (now - failedSince > KEPT_MS && state.attempts >= LEAST_ATTEMPTS) return { state: 'expired' };
    return {
      ...state,
      failedSince,
      nextAt: now + Math.max(outcome.retryAfterMs, pauseAfter(state.attempts, random)),
      earliestAt: now + Math.max(outcome.retryAfterMs, SHORTEST_PAUSE_MS),
    };
  });
}

function changeWaiting(entry: Entry, parts: readonly Part[], change: (state: Waiting) => PartState): Entry {
  const changed = { ...entry };
  for (const part of parts) {
    const state = entry[part];
    if (state.state === 'waiting') changed[part] = change(state);
  }
  return changed;
}

/** Whether the entry can go: its row is stored, and its e-mail will not be tried again. */
export function isFinished(entry: Entry): boolean {
  return entry.row.state === 'done' && entry.email.state !== 'waiting';
}

/** Whether the message goes back to its visitor: the server refuses it, or delivery was tried for long enough. */
export function isUndeliverable({ row }: Entry): boolean {
  return row.state === 'refused' || row.state === 'expired';
}

/** Whether a visitor who opened this page at `openedAt` should know that the message has not arrived yet. */
export function isLate({ row, submittedAt }: Entry, now: number, openedAt: number): boolean {
  return row.state === 'waiting' && now >= Math.max(submittedAt + DELAY_MS, openedAt) + GRACE_MS;
}
