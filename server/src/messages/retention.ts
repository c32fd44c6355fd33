import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import type { MessagePurge } from './message-store.ts';

const DAY_MS = 86_400_000;

/** How often to look for what is due, in milliseconds. */
const INTERVAL_MS = 60 * 60 * 1000;

/** A breath between two batches, in which inserts go first. */
const PAUSE_MS = 100;

/**
 * Deletes messages older than the owner promised to keep them (LGPD, art. 15 and 16), and forgets senders whose count is over: at the start, and
 * then every hour.
 *
 * @param days age in days at which a message goes; 0: never
 * @returns ends it, once the batch under way is done
 */
export function keepRetention(messages: MessagePurge, days: number, log: Logger): () => Promise<void> {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The database may be away; the next round finds the same messages.
      await keepRetentionOnce(messages, days, log, stopping.signal).catch((error) =>
        log.warn({ err: error }, 'purging old messages failed'),
      );
      await sleep(INTERVAL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

/**
 * One round of it, by the database's clock. A clock that has jumped ahead would delete everything at once, so what is due by it waits until it has
 * gone on for a day, or until the owner deletes by `npm run messages -- purge`.
 */
export async function keepRetentionOnce(
  messages: MessagePurge,
  days: number,
  log: Logger,
  signal?: AbortSignal,
): Promise<void> {
  const { now, heldForS } = await messages.advanceClock();
  const before = new Date(now.getTime() - days * DAY_MS);
  if (days > 0 && heldForS > 0) {
    const heldBack = await messages.countBefore(before);
    const until = new Date(now.getTime() + heldForS * 1000);
    if (heldBack > 0) {
      log.warn(
        { heldBack, days, clock: now, until },
        "messages past their retention are kept until the database's clock, which is new or has jumped, has gone on for a day: see npm run doctor",
      );
    }
  } else if (days > 0) {
    const deleted = await purge(messages, before, signal);
    if (deleted > 0) log.info({ deleted, days }, 'messages past their retention were deleted');
  }
  await messages.purgeSenders();
}

/**
 * Deletes every message that came before a moment, in small batches.
 *
 * @returns how many were deleted
 */
export async function purge(
  messages: Pick<MessagePurge, 'purgeBatch'>,
  before: Date,
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  while (!signal?.aborted) {
    const batch = await messages.purgeBatch(before);
    deleted += batch;
    if (batch === 0) break;
    await sleep(PAUSE_MS);
  }
  return deleted;
}
