import { DatabaseUnavailableError } from '../database.ts';

/** A caller has an answer within three seconds, whatever the database does (product.md, section 4: 503). In milliseconds. */
export const ANSWER_TIMEOUT_MS = 2_800;

/**
 * How long a statement may wait for what another one holds, in milliseconds: a limiter that hangs is given up after it, and the rest of
 * ANSWER_TIMEOUT_MS must do for storing the message without it. Kept by PostgreSQL, so that no backend goes
 * on waiting, and a flood that keeps this process busy does not count as a limiter that hangs.
 */
export const LOCK_TIMEOUT_MS = 500;

/**
 * Waits for work on the database, but no longer than the caller is to wait for an answer.
 *
 * @throws DatabaseUnavailableError when the time is up; the work goes on and may still succeed
 */
export async function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailableError('no answer in time')), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
