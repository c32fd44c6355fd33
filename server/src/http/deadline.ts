import { DatabaseUnavailableError } from '../database.ts';

/** Every caller has an answer within three seconds (product.md, section 4: 503). */
export const ANSWER_TIMEOUT_MS = 2_800;

/**
 * How long a statement waits for a lock. After that the sender limit is skipped, and the rest of ANSWER_TIMEOUT_MS must
 * be enough to store. PostgreSQL measures it, so that a busy process does not look like a limit that hangs.
 */
export const LOCK_TIMEOUT_MS = 500;

/** Waits up to `timeoutMs`. @throws `late()` after that; the work continues and may still succeed */
export async function withTimeout<T>(
  timeoutMs: number,
  work: Promise<T>,
  late: () => Error = () => new DatabaseUnavailableError('no answer in time'),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), timeoutMs);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
