/** What an answer means for a message in the outbox, and how long to wait before the next attempt. Pure functions. */

/** What became of an attempt: it is there for good; there was nothing to do; it will never be taken as it is; it is tried again. */
export type Outcome =
  | { kind: 'done' | 'off' }
  | { kind: 'refused'; detail: string | null }
  | { kind: 'failed'; retryAfterMs: number };

/** Neither `fetch` nor EmailJS's client ever gives up by itself. */
export const TIME_LIMIT_MS = 10_000;

/** Whatever happens, an attempt never follows another one sooner. */
export const SHORTEST_PAUSE_MS = 1000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 5 * 60 * 1000;
/** A `Retry-After` of a year, from a proxy that is set up badly, must not bury a message. */
export const LONGEST_WAIT_MS = 60 * 60 * 1000;

export const FAILED: Outcome = { kind: 'failed', retryAfterMs: 0 };

/**
 * The pause after a failed attempt: exponential with full jitter, so that browsers which failed together do not come back together.
 *
 * @param attempts - how many there were; from 1
 * @param random - from 0 up to, but not including, 1
 * @returns milliseconds from 1000 to 300,000
 */
export function pauseAfter(attempts: number, random: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
  return Math.max(SHORTEST_PAUSE_MS, Math.round(random * longest));
}

/** `Retry-After` (RFC 9110, section 10.2.3) in milliseconds, one hour at most; 0 where it is missing or means nothing. */
export function readRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const value = header.trim();
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_WAIT_MS);
}

/** What the server answered to `POST /save-message`, as far as it matters here. */
export interface SaveAnswer {
  status: number;
  contentType: string | null;
  retryAfter: string | null;
  body: string;
}

const FINAL_FOR_SERVER = [400, 413, 415, 422];

/**
 * Judges the answer to `POST /save-message`. Only our own server can say that a message is stored, or that it never will be: what a hotel's
 * sign-in page, a proxy or a wrong address answers, whatever its status, is one more reason to try again later.
 *
 * @param id - the message's `Idempotency-Key`, which a stored message has as its id
 * @param now - milliseconds since 1970
 */
export function judgeSaveAnswer(answer: SaveAnswer, id: string, now: number): Outcome {
  const { status } = answer;
  const body = parseObject(answer.body);
  if ((status === 200 || status === 201) && body['id'] === id) return { kind: 'done' };
  if (FINAL_FOR_SERVER.includes(status) && answer.contentType?.startsWith('application/problem+json')) {
    return { kind: 'refused', detail: readDetail(body) };
  }
  return { kind: 'failed', retryAfterMs: readRetryAfter(answer.retryAfter, now) };
}

/** The server's sentence for the visitor: about the first wrong field where there is one, else about the whole message. */
function readDetail(problem: Record<string, unknown>): string | null {
  const errors: unknown[] = Array.isArray(problem['errors']) ? problem['errors'] : [];
  const sentences = [toObject(errors[0])['message'], problem['detail']];
  return sentences.find((sentence) => typeof sentence === 'string') ?? null;
}

const FINAL_FOR_EMAILJS = [400, 413, 422];

/**
 * Judges why EmailJS's client did not send. It rejects with one of three things: an object with a status, for an answer of EmailJS's or a
 * block of its own; a text, for a setting it does not like; the browser's TypeError, for the network. Most statuses say nothing about the
 * message (404 was an outage, 412 an expired grant of the owner's), so all but three are tried again.
 */
export function judgeEmailRejection(reason: unknown): Outcome {
  const { status } = toObject(reason);
  const isFinal = typeof status === 'number' && FINAL_FOR_EMAILJS.includes(status);
  return isFinal ? { kind: 'refused', detail: null } : FAILED;
}

function parseObject(json: string): Record<string, unknown> {
  try {
    return toObject(JSON.parse(json));
  } catch {
    return {};
  }
}

/** The value, to look for fields in it; an empty object where it can have none. */
function toObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
