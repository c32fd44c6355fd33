/** The meaning of answers, and the pauses between attempts. Pure functions. */

/** Of an attempt: it succeeded; it must not be repeated; it will be repeated. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'refused'; detail: string | null }
  | { kind: 'failed'; retryAfterMs: number };

/** `fetch` and EmailJS's client have no timeout. */
export const TIME_LIMIT_MS = 10_000;

export const SHORTEST_PAUSE_MS = 1000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 5 * 60 * 1000;
/** The limit for `Retry-After`, which may come from a wrong proxy. */
export const LONGEST_WAIT_MS = 60 * 60 * 1000;

export const FAILED: Outcome = { kind: 'failed', retryAfterMs: 0 };

/** The pause in milliseconds after a number of attempts: exponential with full jitter (`random` is below 1), so that browsers do not retry all at once. */
export function pauseAfter(attempts: number, random: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
  return Math.max(SHORTEST_PAUSE_MS, Math.round(random * longest));
}

/** `Retry-After` (RFC 9110, section 10.2.3) in milliseconds, at most one hour; 0 where it is missing or invalid. */
export function readRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const value = header.trim();
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_WAIT_MS);
}

const FINAL_FOR_SERVER = [400, 413, 415, 422];

/**
 * The meaning of an answer to `POST /save-message`. Only our server can store a message, under the id that was its `Idempotency-Key`, or
 * refuse it: any other answer, as of a proxy or a captive portal, is a failure.
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

function parse(json: string): { id?: unknown; detail?: unknown; errors?: ({ message?: unknown } | null)[] } {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}

const FINAL_FOR_EMAILJS = [400, 413, 422];

/** The meaning of EmailJS's answer, or of what its client or fetch rejects with. Of the other statuses, most are not about the message: 404 is an outage, 412 an expired grant. */
export function judgeEmailAnswer(answer: unknown): Outcome {
  const { status } = Object(answer);
  if (status === 200) return { kind: 'done' };
  return FINAL_FOR_EMAILJS.includes(status) ? { kind: 'refused', detail: null } : FAILED;
}
