/**
 * A message in the browser's outbox, and every step of its life as a pure function (product.md, section 3, "Beyond").
 * All times are milliseconds since 1970 by the visitor's clock.
 */
import { HONEYPOT_FIELD, type Message } from '@portfolio/contract/message';
import { LONGEST_WAIT_MS, type Outcome, pauseAfter, SHORTEST_PAUSE_MS, TIME_LIMIT_MS } from './retry.ts';
import { KEPT_DAYS } from './stores.ts';

/** From submit to the two calls (product.md, section 3, constants). */
export const DELAY_MS = 5000;
/** How long a message may be on its way before the visitor is told: shorter, and the line would flash up and go. */
export const GRACE_MS = 2000;

/** What the form gave: a message, and the honeypot's field if something was put into it. */
export interface WrittenMessage extends Message {
  [HONEYPOT_FIELD]?: string;
}

/** What a message needs: its row in the database, and then the e-mail that tells the owner of it. */
export const PARTS = ['row', 'email'] as const;
export type Part = (typeof PARTS)[number];

export interface Waiting {
  state: 'waiting';
  /** Counted when they begin: of some, nobody ever hears the outcome. */
  attempts: number;
  /** Whether an attempt was seen to fail. */
  hasFailed: boolean;
  /** When it is tried, unless something speaks for trying it earlier: the network is back, or the visitor is. */
  nextAt: number;
  /** When it may be tried at the soonest, whatever speaks for it. */
  earliestAt: number;
}

/** `off`: there is no e-mail to send. `given-up`: EmailJS will never take it; the row is the message, so nothing is lost. */
export type PartState =
  | Waiting
  | { state: 'done' | 'off' | 'given-up' }
  /** The server will never take it; `detail` is the server's own sentence about why, where it gave one. */
  | { state: 'refused'; detail: string | null };

export interface Entry {
  /** UUID made at submit: the `Idempotency-Key` of the message and the id of its row. */
  id: string;
  submittedAt: number;
  /** null: deleted because it was kept for too long, and the visitor has not been told yet. */
  message: WrittenMessage | null;
  row: PartState;
  email: PartState;
}

/** The entry of a message that is submitted now. What fell into the honeypot is stored as spam, and spam rings no bell. */
export function createEntry(id: string, message: WrittenMessage, now: number, isEmailOn: boolean): Entry {
  const dueAt = now + DELAY_MS;
  const waiting: Waiting = { state: 'waiting', attempts: 0, hasFailed: false, nextAt: dueAt, earliestAt: dueAt };
  return {
    id,
    submittedAt: now,
    message,
    row: waiting,
    email: isEmailOn && !message[HONEYPOT_FIELD] ? waiting : { state: 'off' },
  };
}

/**
 * What is still to be sent: nothing of a message that is too old, nor of one that the server has refused, as its visitor gets to mend it
 * first.
 */
export function waitingParts(entry: Entry, now: number): Part[] {
  if (entry.message === null || entry.row.state === 'refused' || isExpired(entry, now)) return [];
  return PARTS.filter((part) => entry[part].state === 'waiting');
}

/**
 * When a part is to be tried; Infinity when it is not waiting.
 *
 * @param hurry - something speaks for trying it before its pause is over
 */
export function timeOf(entry: Entry, part: Part, now: number, hurry: boolean): number {
  const state = entry[part];
  if (state.state !== 'waiting') return Number.POSITIVE_INFINITY;
  const at = hurry ? Math.min(state.nextAt, state.earliestAt) : state.nextAt;
  // No pause is that long, so the clock has been set back since: waiting for it could take years.
  return at - now > LONGEST_WAIT_MS ? now : at;
}

/** Notes that a part is about to be sent: even if the page dies on the way, the attempt counts. */
export function beginAttempt(entry: Entry, part: Part, now: number): Entry {
  const state = entry[part];
  if (state.state !== 'waiting') return entry;
  const begun: Waiting = {
    ...state,
    attempts: state.attempts + 1,
    // Its answer is out by then, even if nobody was there to hear it.
    nextAt: now + TIME_LIMIT_MS + SHORTEST_PAUSE_MS,
    earliestAt: now + SHORTEST_PAUSE_MS,
  };
  return { ...entry, [part]: begun };
}

/** Notes what became of an attempt. What is settled stays settled: a late failure cannot undo it. */
export function settleAttempt(entry: Entry, part: Part, outcome: Outcome, now: number, random: number): Entry {
  const state = entry[part];
  if (state.state !== 'waiting') return entry;
  return { ...entry, [part]: settle(state, part, outcome, now, random) };
}

function settle(state: Waiting, part: Part, outcome: Outcome, now: number, random: number): PartState {
  switch (outcome.kind) {
    case 'done':
    case 'off':
      return { state: outcome.kind };
    case 'refused':
      return part === 'row' ? { state: 'refused', detail: outcome.detail } : { state: 'given-up' };
    case 'failed':
      return {
        ...state,
        hasFailed: true,
        nextAt: now + Math.max(outcome.retryAfterMs, pauseAfter(state.attempts, random)),
        earliestAt: now + Math.max(outcome.retryAfterMs, SHORTEST_PAUSE_MS),
      };
  }
}

/** Whether a part is waiting for its first attempt. */
export function isUntried(entry: Entry, part: Part): boolean {
  const state = entry[part];
  return state.state === 'waiting' && state.attempts === 0;
}

/** Whether nothing is left to do, so that the entry can go: the row is stored, and the e-mail is sent, off or given up. */
export function isFinished(entry: Entry): boolean {
  return entry.row.state === 'done' && entry.email.state !== 'waiting';
}

/** Whether the message has been kept for as long as it may be. */
export function isExpired(entry: Entry, now: number): boolean {
  return now - entry.submittedAt > KEPT_DAYS * 24 * 60 * 60 * 1000;
}

/** Why a message goes back to its visitor; `detail` is the server's own sentence about why it refuses it, where it gave one. */
export type ReturnReason = { kind: 'refused'; detail: string | null } | { kind: 'expired' };

/** Why this message is to go back to its visitor; null when it is not. */
export function reasonToReturn(entry: Entry, now: number): ReturnReason | null {
  const { row, message } = entry;
  if (row.state === 'refused') return { kind: 'refused', detail: row.detail };
  const isTooOld = message === null || isExpired(entry, now);
  return row.state === 'waiting' && isTooOld ? { kind: 'expired' } : null;
}

/**
 * Whether the visitor should know that the message has not arrived yet: it failed once since it was written on this page, or it has been
 * on its way for a little while.
 *
 * @param openedAt - when this page was opened
 */
export function isLate(entry: Entry, now: number, openedAt: number): boolean {
  if (entry.message === null || entry.row.state !== 'waiting') return false;
  const dueAt = entry.submittedAt + DELAY_MS;
  if (now < dueAt) return false;
  const isFromThisPage = entry.submittedAt >= openedAt;
  return (isFromThisPage && entry.row.hasFailed) || now >= Math.max(dueAt, openedAt) + GRACE_MS;
}
