import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Ringer, RungMessage } from './ringers.ts';

/** If nothing waits, a round finds what other copies left. */
const IDLE_MS = 60 * 60 * 1000;
const STOP_MS = 1_000;
/** Between two tries to note what was sent. Nothing else is sent meanwhile. */
const NOTE_PAUSE_MS = 1_000;

const DEFAULTS = {
  /** Sent at the same time, and the pause after them: answers to visitors come first. */
  batch: 5,
  betweenMs: 500,
  /** How long a claimed message is this copy's own; a sending ends before (RING_TIMEOUT_MS). */
  leaseS: 60,
  /** A message that could not be sent waits as long as it is old, within these limits. */
  leastPauseS: 5,
  longestPauseS: 15 * 60,
};

/**
 * Notifies the owner of new messages, from the table, after their commit: all copies of the server together, each
 * message once, by all `ringers` (at least one). A copy claims messages by setting the time of their next try ahead, so
 * that the messages of a copy that dies are sent again. A message is sent twice only if the process, or the database
 * for longer than a lease, is lost between sending and noting it. Spam is never sent, nor what the owner has marked,
 * nor what came while no bell was set.
 */
export function startBell(
  prisma: PrismaClient,
  ringers: readonly Ringer[],
  log: Logger,
  options: Partial<typeof DEFAULTS> = {},
) {
  const { batch, betweenMs, leaseS, leastPauseS, longestPauseS } = { ...DEFAULTS, ...options };
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Aborted when a message is stored. */
  let nudged = new AbortController();
  const pause = (ms: number, until = signal) => sleep(ms, undefined, { signal: until, ref: false }).catch(() => {});

  async function run(): Promise<void> {
    await pause(betweenMs);
    for (let failures = 0; !signal.aborted; ) {
      nudged = new AbortController();
      const rung = await ringBatch().catch((err) => {
        log.warn({ err }, 'the bell could not ask the database');
        return [false];
      });
      // If none could be sent, the fault is not in the messages: the others wait too.
      failures = rung.length === 0 || rung.includes(true) ? 0 : failures + 1;
      if (failures > 0) await pause(Math.min(longestPauseS, leastPauseS * 2 ** (failures - 1)) * 1000);
      else if (rung.length === 0) await pause(await untilNextTry(), nudged.signal);
      // Messages that come together are claimed together, after their answers.
      await pause(betweenMs);
    }
  }

  /** For each claimed message: whether all ringers took it. */
  async function ringBatch(): Promise<boolean[]> {
    const claimed = await prisma.$queryRaw<(RungMessage & { notifiedBy: string[] })[]>`
      UPDATE messages SET notify_after = now() + ${leaseS} * interval '1 second' WHERE id IN (
        SELECT id FROM messages WHERE notified_at IS NULL AND status = 'new' AND notify_after <= now()
        ORDER BY notify_after LIMIT ${batch} FOR UPDATE SKIP LOCKED
      ) RETURNING id, created_at AS "createdAt", name, email, text, notified_by AS "notifiedBy"`;
    return Promise.all(claimed.map(({ notifiedBy, ...message }) => ring(message, notifiedBy)));
  }

  async function ring(message: RungMessage, notifiedBy: readonly string[]): Promise<boolean> {
    const left = ringers.filter(({ name }) => !notifiedBy.includes(name));
    const results = await Promise.allSettled(left.map((ringer) => ringer.ring(message)));
    const taken = left.filter((_, place) => results[place]?.status === 'fulfilled').map(({ name }) => name);
    for (const [place, result] of results.entries()) {
      if (result.status === 'fulfilled') continue;
      // Not the error: a mail server's answer may quote the visitor.
      const { code, responseCode } = result.reason ?? {};
      const line = { messageId: message.id, by: left[place]?.name, code, responseCode };
      log.warn(line, 'the owner could not be told of a message; see npm run doctor');
    }
    await note(message.id, taken, taken.length === left.length);
    return taken.length === left.length;
  }

  /** Tries until it succeeds, because what has been sent must not be sent again. */
  async function note(id: string, taken: string[], isDone: boolean): Promise<void> {
    for (;;) {
      try {
        await prisma.$executeRaw`
          UPDATE messages SET notified_by = notified_by || ${taken}::text[], notified_at = CASE WHEN ${isDone} THEN now() END,
            notify_after = now() + least(${longestPauseS}, greatest(${leastPauseS}, extract(epoch FROM now() - created_at))) * interval '1 second'
          WHERE id = ${id}::uuid`;
        return;
      } catch (err) {
        log.warn({ err, messageId: id }, 'the bell could not note that it rang');
        if (signal.aborted) return;
        await pause(NOTE_PAUSE_MS);
      }
    }
  }

  async function untilNextTry(): Promise<number> {
    const [next] = await prisma.$queryRaw<{ ms: number | null }[]>`
      SELECT (extract(epoch FROM min(notify_after) - now()) * 1000)::float8 AS ms
      FROM messages WHERE notified_at IS NULL AND status = 'new'`.catch(() => [{ ms: leastPauseS * 1000 }]);
    return Math.min(IDLE_MS, Math.max(0, next?.ms ?? IDLE_MS));
  }

  const running = run();
  return {
    /** A message was stored. */
    nudge: () => nudged.abort(),

    /** Sends nothing more, and waits a moment for what is being sent. */
    async stop(): Promise<void> {
      stopping.abort();
      nudged.abort();
      await Promise.race([running, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}
