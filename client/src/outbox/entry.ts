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
  /** When it is tried, unless something speaks for trying it earlier: the network is back, or the visitor is. */
  nextAt: number;
  /** When it may be tried at the soonest, whatever speaks for it. */
  earliestAt: number;
}

export type PartState =
  | Waiting
  /** `off`: there is no e-mail to send. `given-up`: it will never be sent; the row is the message, so nothing is lost. */
  | { state: 'done' | 'off' | 'given-up' }
  /** The server will never take it; `detail` is the server's own sentence about why, where it gave one. */
  | { state: 'refused'; detail: string | null }
  /** It failed once more when delivery had been tried for long enough. */
  | { state: 'expired' };

export interface Entry {
  /** UUID made at submit: the `Idempotency-Key` of the message and the id of its row. */
  id: string;
  submittedAt: number;
  /** null: deleted because nobody came for it, and the visitor has not been told yet. */
  message: WrittenMessage | null;
  row: PartState;
  email: PartState;
}

/** The entry of a message that is submitted now. What fell into the honeypot is stored as spam, and spam rings no bell. */
export function createEntry(id: string, message: WrittenMessage, now: number, isEmailOn: boolean): Entry {
  const dueAt = now + DELAY_MS;
  const waiting: Waiting = { state: 'waiting', attempts: 0, failedSince: null, nextAt: dueAt, earliestAt: dueAt };
  return {
    id,
    submittedAt: now,
    message,
    row: waiting,
    email: isEmailOn && !message[HONEYPOT_FIELD] ? waiting : { state: 'off' },
  };
}

/** What is still to be sent: nothing of a message that goes back to its visitor, who may mend it first. */
export function waitingParts(entry: Entry): Part[] {
  if (reasonToReturn(entry) !== null) return [];
  return PARTS.filter((part) => entry[part].state === 'waiting');
}

/** When a part is to be tried; Infinity when it is not waiting. */
export function timeOf(entry: Entry, part: Part, now: number): number {
  const state = entry[part];
  if (state.state !== 'waiting') return Number.POSITIVE_INFINITY;
  // No pause is that long, so the clock has been set back since: waiting for it could take years.
  return state.nextAt - now > LONGEST_WAIT_MS ? now : state.nextAt;
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

/** Notes that parts are about to be sent: even if the page dies on the way the attempts count, and until they are over nobody else sends. */
export function claim(entry: Entry, parts: readonly Part[], now: number): Entry {
  const freeAt = now + CLAIM_MS;
  return changeWaiting(entry, parts, (state) => ({
    ...state,
    attempts: state.attempts + 1,
    nextAt: freeAt,
    earliestAt: freeAt,
  }));
}

/**
 * Notes what became of an attempt. What is settled stays settled, and a page that was frozen says nothing of the attempts that followed
 * its own.
 *
 * @param claimed - the entry as it was when the attempt began
 */
export function settle(entry: Entry, claimed: Entry, part: Part, outcome: Outcome, now: number, random: number): Entry {
  const began = claimed[part];
  return changeWaiting(entry, [part], (state) => {
    if (outcome.kind === 'refused')
      return part === 'row' ? { state: 'refused', detail: outcome.detail } : { state: 'given-up' };
    if (outcome.kind !== 'failed') return { state: outcome.kind };
    if (began.state === 'waiting' && began.attempts !== state.attempts) return state;
    // Not from the submit: a clock that is set ahead makes no message old that was not tried since.
    const failedSince = state.failedSince ?? now;
    if (now - failedSince > KEPT_MS) return { state: part === 'row' ? 'expired' : 'given-up' };
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

/** Whether nothing is left to do, so that the entry can go: the row is stored, and the e-mail is sent, off or given up. */
export function isFinished(entry: Entry): boolean {
  return entry.row.state === 'done' && entry.email.state !== 'waiting';
}

/** Whether the text has to go: its time is over, and for as long again nobody came to take it back. */
export function isAbandoned(entry: Entry, now: number): boolean {
  return reasonToReturn(entry) !== null && entry.message !== null && now - entry.submittedAt > 2 * KEPT_MS;
}

/** Why a message goes back to its visitor; `detail` is the server's own sentence about why it refuses it, where it gave one. */
export type ReturnReason = { kind: 'refused'; detail: string | null } | { kind: 'expired' };

/** Why this message is to go back to its visitor; null when it is not. */
export function reasonToReturn({ row }: Pick<Entry, 'row'>): ReturnReason | null {
  if (row.state === 'refused') return { kind: 'refused', detail: row.detail };
  return row.state === 'expired' ? { kind: 'expired' } : null;
}

/**
 * Whether the visitor should know that the message has not arrived yet: it failed once since it was written on this page, or it has been
 * on its way for a little while.
 *
 * @param openedAt - when this page was opened
 */
export function isLate(entry: Entry, now: number, openedAt: number): boolean {
  if (entry.row.state !== 'waiting') return false;
  const dueAt = entry.submittedAt + DELAY_MS;
  if (now < dueAt) return false;
  const isFromThisPage = entry.submittedAt >= openedAt;
  return (isFromThisPage && entry.row.failedSince !== null) || now >= Math.max(dueAt, openedAt) + GRACE_MS;
}
