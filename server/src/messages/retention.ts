import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { PrismaClient } from '../generated/prisma/client.ts';

const DAY_MS = 86_400_000;

/** The first round waits, so that it does not slow down the start. */
const FIRST_ROUND_MS = 1_000;
const INTERVAL_MS = 60 * 60 * 1000;

/** Small batches and pauses, so that inserts do not wait. */
const PURGE_BATCH = 500;
const PAUSE_MS = 100;

/** A site that was off explains a clock this far ahead of the last round; more is a jump. */
const EXPLAINED_ADVANCE = '7 days';

/** How long a clock that jumped must run to be trusted, and how much of that one hourly round can confirm. */
const CONFIRMED_AFTER_S = 24 * 60 * 60;
const SEEN_BY_ROUND_S = 2 * 60 * 60;

/**
 * Deletes messages that are `days` old (0: never; LGPD, art. 15 and 16), and sender counts whose window is over: soon
 * after the start, then every hour. Gives a function that stops it after the current batch.
 */
export function keepRetention(prisma: PrismaClient, days: number, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    for (let pauseMs = FIRST_ROUND_MS; ; pauseMs = INTERVAL_MS) {
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      // The database may be away; the next round finds the same messages.
      await keepRetentionOnce(prisma, days, log, signal).catch((err) =>
        log.warn({ err }, 'purging old messages failed'),
      );
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

/**
 * One round. A clock that jumped ahead would delete everything at once, so what is due by it waits until it has run for
 * a day, or until the owner runs `npm run messages -- purge`.
 */
export async function keepRetentionOnce(
  prisma: PrismaClient,
  days: number,
  log: Logger,
  signal?: AbortSignal,
): Promise<void> {
  const { now, heldForS } = await advanceClock(prisma);
  const before = new Date(now.getTime() - days * DAY_MS);
  if (days > 0 && heldForS > 0) {
    const heldBack = await prisma.message.count({ where: { createdAt: { lt: before } } });
    const line = { heldBack, days, clock: now, until: new Date(now.getTime() + heldForS * 1000) };
    if (heldBack > 0) log.warn(line, 'old messages are kept until the clock is trusted: see npm run doctor');
  } else if (days > 0) {
    const deleted = await purge(prisma, before, signal);
    if (deleted > 0) log.info({ deleted, days }, 'messages past their retention were deleted');
  }
  await prisma.rateLimit.deleteMany({ where: { windowEnds: { lt: now } } });
}

/** Deletes messages older than `before`. Batches skip rows that another copy deletes. @returns how many */
export async function purge(prisma: PrismaClient, before: Date, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  while (!signal?.aborted) {
    const batch = await prisma.$executeRaw`
      DELETE FROM messages WHERE id IN (
        SELECT id FROM messages WHERE created_at < ${before} ORDER BY created_at LIMIT ${PURGE_BATCH} FOR UPDATE SKIP LOCKED
      )`;
    deleted += batch;
    if (batch === 0) break;
    await sleep(PAUSE_MS);
  }
  return deleted;
}

/** The database's clock, and how long it must still run before it may delete; 0: it is trusted. */
type RetentionClock = { now: Date; heldForS: number };

/** Reads the database's clock, and stores nothing. */
export async function readClock(prisma: PrismaClient): Promise<RetentionClock> {
  const [clock] = await prisma.$queryRaw<[RetentionClock]>`
    SELECT now(), CASE WHEN now() <= trusted_at + ${EXPLAINED_ADVANCE}::interval THEN 0
                       ELSE ${CONFIRMED_AFTER_S}::int - coalesce(steady_s, 0) END AS "heldForS"
    FROM (VALUES (1)) AS the (id) LEFT JOIN retention_clock USING (id)`;
  return clock;
}

/**
 * Reads the clock for a round, and stores what it showed, for all copies of the server. A clock that was set back is
 * trusted, because it deletes too little; one too far ahead only after CONFIRMED_AFTER_S. Of the time between two
 * rounds only SEEN_BY_ROUND_S count: a second jump must not confirm the first.
 */
async function advanceClock(prisma: PrismaClient): Promise<RetentionClock> {
  const [clock] = await prisma.$queryRaw<[RetentionClock]>`
    INSERT INTO retention_clock AS known (id, trusted_at, seen_at) VALUES (1, 'epoch', now())
    ON CONFLICT (id) DO UPDATE SET (trusted_at, seen_at, steady_s) = (
      SELECT CASE WHEN trusted THEN now() ELSE known.trusted_at END, now(), CASE WHEN trusted THEN 0 ELSE steady_s END
      FROM (SELECT extract(epoch FROM now() - known.seen_at) AS gap_s) AS gap,
        LATERAL (SELECT CASE WHEN gap_s < -${SEEN_BY_ROUND_S}::int OR known.seen_at = known.trusted_at THEN 0
                             ELSE known.steady_s + least(gap_s, ${SEEN_BY_ROUND_S}::int) END::int AS steady_s) AS steady,
        LATERAL (SELECT now() <= known.trusted_at + ${EXPLAINED_ADVANCE}::interval
                     OR steady_s >= ${CONFIRMED_AFTER_S}::int AS trusted) AS judged
    )
    RETURNING now(), CASE WHEN trusted_at = now() THEN 0 ELSE ${CONFIRMED_AFTER_S}::int - steady_s END AS "heldForS"`;
  return clock;
}
