/** A message in the outbox, and its state changes as pure functions. Times are milliseconds since 1970. */
import { HONEYPOT_FIELD, type Message } from '@portfolio/contract/message';
import { LONGEST_WAIT_MS, type Outcome, pauseAfter, SHORTEST_PAUSE_MS, TIME_LIMIT_MS } from './retry.ts';
import { DELAY_MS, KEPT_DAYS } from './stores.ts';

/** How long an attempt may take before the visitor is told that the message is late. */
export const GRACE_MS = 2000;
/** An attempt that is not settled within this time was made by a page that is gone. */
const CLAIM_MS = TIME_LIMIT_MS + SHORTEST_PAUSE_MS;
const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000;
/** A clock that is set ahead must not end the delivery. */
const LEAST_ATTEMPTS = 10;

export type WrittenMessage = Message & { [HONEYPOT_FIELD]?: string };

/** In the order of sending (product.md, section 3). */
export const PARTS = ['row', 'email'] as const;
export type Part = (typeof PARTS)[number];

export interface Waiting {
  state: 'waiting';
  /** Counted at their start, as some have no known outcome. */
  attempts: number;
  failedSince: number | null;
  /** The next attempt, unless the network or the visitor returns before. */
  nextAt: number;
  earliestAt: number;
}

type PartState =
  | Waiting
  | { state: 'done' }
  /** Never to be tried again; `detail` is the server's sentence, if it gave one. */
  | { state: 'refused'; detail: string | null }
  | { state: 'expired' };

export interface Entry {
  /** A UUID: the `Idempotency-Key`, and the id of the row. */
  id: string;
  submittedAt: number;
  message: WrittenMessage;
  row: PartState;
  email: PartState;
}

/** The entry of a new message. Spam sends no e-mail. */
export function createEntry(id: string, message: WrittenMessage, now: number): Entry {
  const dueAt = now + DELAY_MS;
  const waiting: Waiting = { state: 'waiting', attempts: 0, failedSince: null, nextAt: dueAt, earliestAt: dueAt };
  return { id, submittedAt: now, message, row: waiting, email: message[HONEYPOT_FIELD] ? { state: 'done' } : waiting };
}

export function waitingParts(entry: Entry): Part[] {
  if (isUndeliverable(entry)) return [];
  return PARTS.filter((part) => entry[part].state === 'waiting');
}

/** The time of a part's next attempt; Infinity when it is not waiting. */
export function timeOf(entry: Entry, part: Part, now: number): number {
  const state = entry[part];
  if (state.state !== 'waiting') return Number.POSITIVE_INFINITY;
  // The clock was set back, as no pause is that long.
  return state.nextAt - now > LONGEST_WAIT_MS ? now : state.nextAt;
}

export function isDue(entry: Entry, part: Part): boolean {
  return timeOf(entry, part, Date.now()) <= Date.now();
}

export function isUntried(entry: Entry, part: Part): boolean {
  const state = entry[part];
  return state.state === 'waiting' && state.attempts === 0;
}

export function shortenPauses(entry: Entry): Entry {
  return changeWaiting(entry, PARTS, (state) => ({ ...state, nextAt: Math.min(state.nextAt, state.earliestAt) }));
}

/** Starts an attempt of these parts: no other tab sends them until it is settled or CLAIM_MS are over. */
export function claim(entry: Entry, parts: readonly Part[], now: number): Entry {
  const attempt = { nextAt: now + CLAIM_MS, earliestAt: now + CLAIM_MS };
  return changeWaiting(entry, parts, (state) => ({ ...state, ...attempt, attempts: state.attempts + 1 }));
}

/** Applies the outcome of the attempt that began with `claimed`. A failure is ignored if a later attempt has begun. */
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

export function isFinished(entry: Entry): boolean {
  return entry.row.state === 'done' && entry.email.state !== 'waiting';
}

/** Whether the message goes back to its visitor. */
export function isUndeliverable({ row }: Entry): boolean {
  return row.state === 'refused' || row.state === 'expired';
}

/** Whether a visitor who opened this page at `openedAt` is told that the message has not arrived yet (product.md, section 3). */
export function isLate({ row, submittedAt }: Entry, now: number, openedAt: number): boolean {
  if (row.state !== 'waiting') return false;
  // A message of an earlier visit may arrive at once.
  const hasFailedHere = row.failedSince !== null && row.failedSince >= openedAt;
  return hasFailedHere || now >= Math.max(submittedAt + DELAY_MS, openedAt) + GRACE_MS;
}
