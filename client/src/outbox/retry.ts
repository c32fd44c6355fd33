/** Of an attempt. `refused` is final, `failed` is tried again. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'refused'; detail: string | null }
  | { kind: 'failed'; retryAfterMs: number };

/** `fetch` and EmailJS's client have no timeout. */
export const TIME_LIMIT_MS = 10_000;

export const SHORTEST_PAUSE_MS = 1000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 5 * 60 * 1000;
/** The limit for `Retry-After`, which a wrong proxy may have set. */
export const LONGEST_WAIT_MS = 60 * 60 * 1000;

export const FAILED: Outcome = { kind: 'failed', retryAfterMs: 0 };

/** Milliseconds: exponential with full jitter (`random` is below 1), so that browsers do not all retry at once. */
export function pauseAfter(attempts: number, random: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
  return Math.max(SHORTEST_PAUSE_MS, Math.round(random * longest));
}

/** `Retry-After` (RFC 9110, section 10.2.3) in milliseconds, at most an hour; 0 if it is missing or invalid. */
export function readRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const value = header.trim();
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_WAIT_MS);
}

const FINAL_FOR_SERVER = [400, 413, 415, 422];

/** Of `POST /save-message`. An answer that is not from our server, as of a proxy or a captive portal, is a failure. */
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

/** Takes an answer or a rejection. Other statuses do not refuse the message: 404 is an outage, 412 an expired grant. */
export function judgeEmailAnswer(answer: unknown): Outcome {
  const { status } = Object(answer);
  if (status === 200) return { kind: 'done' };
  return FINAL_FOR_EMAILJS.includes(status) ? { kind: 'refused', detail: null } : FAILED;
}
