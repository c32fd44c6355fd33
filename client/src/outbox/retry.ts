/** What an answer means for a message in the outbox, and how long to wait before the next attempt. Pure functions. */

/** What became of an attempt: nothing is left to do; it will never be taken as it is; it is tried again. */
export type Outcome =
  | { kind: 'done' }
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

const FINAL_FOR_SERVER = [400, 413, 415, 422];

/**
 * Judges the answer to `POST /save-message`. Only our own server can say that a message is stored, or that it never will be: what a hotel's
 * sign-in page, a proxy or a wrong address answers, whatever its status, is one more reason to try again later.
 *
 * @param id - the message's `Idempotency-Key`, which a stored message has as its id
 */
export function judgeSaveAnswer({ status, headers }: Response, text: string, id: string): Outcome {
  const body = parse(text);
  if ((status === 200 || status === 201) && body.id === id) return { kind: 'done' };
  if (FINAL_FOR_SERVER.includes(status) && headers.get('Content-Type')?.startsWith('application/problem+json')) {
    const sentence = body.errors?.[0]?.message ?? body.detail;
    return { kind: 'refused', detail: typeof sentence === 'string' ? sentence : null };
  }
  return { kind: 'failed', retryAfterMs: readRetryAfter(headers.get('Retry-After'), Date.now()) };
}

/** What our server says: the id of the row, or sentences for the visitor about the whole message and about a wrong field. */
function parse(json: string): { id?: unknown; detail?: unknown; errors?: ({ message?: unknown } | null)[] } {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}

const FINAL_FOR_EMAILJS = [400, 413, 422];

/**
 * Judges why EmailJS's client did not send: its reason is an object with a status, a text or the browser's TypeError. Most statuses say
 * nothing about the message (404 was an outage, 412 an expired grant of the owner's), so all but three are tried again.
 */
export function judgeEmailRejection(reason: unknown): Outcome {
  return FINAL_FOR_EMAILJS.includes(Object(reason).status) ? { kind: 'refused', detail: null } : FAILED;
}
