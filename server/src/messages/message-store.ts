import { createHash } from 'node:crypto';
import type { Message } from '@portfolio/contract/message';
import * as z from 'zod/mini';
import { DatabaseUnavailableError } from '../database.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { SpamReason } from './suspicion.ts';

/** What became of a message: stored now, stored before under the same key with the same content, or the key is another message's. */
export type SaveOutcome = { kind: 'stored' | 'replayed'; id: string; createdAt: Date } | { kind: 'key-reused' };

/** How long ago an equal message counts as a repetition. */
const REPETITION_WINDOW = '1 day';

/** Rows deleted by one statement: few enough that no insert waits for it. */
const PURGE_BATCH = 500;

export interface MessageStore {
  /**
   * Stores a message under its key, exactly once, for ever: the key is the row's primary key, so a message that comes again, even
   * from a week-old outbox, finds its row.
   *
   * @param id a UUID: the sender's Idempotency-Key
   * @param reasons why the message is taken for spam; the store adds `repeated`
   * @returns only after PostgreSQL has committed with `synchronous_commit` on
   * @throws DatabaseUnavailableError when it could not; the message may or may not be there, and the same key makes a repetition safe
   */
  save(id: string, message: Message, reasons: SpamReason[]): Promise<SaveOutcome>;
  /**
   * Whether a message is stored under this key, a UUID.
   *
   * @throws DatabaseUnavailableError when the database does not answer
   */
  has(id: string): Promise<boolean>;
  /**
   * Deletes messages that came before a moment: a batch of them, so that the caller decides on the pace. Copies of the server that
   * do so at the same time step around each other.
   *
   * @returns how many were deleted; 0 when none are left
   */
  purgeBatch(before: Date): Promise<number>;
  /** @throws DatabaseUnavailableError when the database does not answer */
  ping(): Promise<void>;
}

/** The only code that queries the messages table. */
export function createMessageStore(prisma: PrismaClient): MessageStore {
  return {
    async save(id, message, reasons) {
      const fingerprint = fingerprintOf(message);
      // One statement decides all cases. The no-op update makes RETURNING give the row that was there first, also when two equal
      // requests race; xmax is 0 only for a row this very statement inserted. The setting guards 2xx against a database or role
      // whose default is to acknowledge before the commit is on disk.
      const [row] = await sayingWhoIsAway(
        prisma.$queryRaw<{ id: string; created_at: Date; inserted: boolean; same: boolean }[]>`
          WITH durable AS (
            SELECT CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
                        THEN set_config('synchronous_commit', 'on', true) END
          ), suspicion AS (
            SELECT ${reasons}::text[] || CASE WHEN EXISTS (
              SELECT FROM messages
              WHERE fingerprint = ${fingerprint} AND id <> ${id}::uuid
                AND created_at > now() - ${REPETITION_WINDOW}::interval
            ) THEN ARRAY['repeated'] ELSE ARRAY[]::text[] END AS reasons
          )
          INSERT INTO messages (id, name, email, text, fingerprint, spam_reasons, status)
          SELECT ${id}::uuid, ${message.name}, ${message.email}, ${message.text}, ${fingerprint}, reasons,
                 CASE WHEN reasons = '{}' THEN 'new' ELSE 'spam' END::"MessageStatus"
          FROM durable, suspicion
          ON CONFLICT (id) DO UPDATE SET fingerprint = messages.fingerprint
          RETURNING id::text, created_at, xmax = 0 AS inserted, fingerprint = ${fingerprint} AS same`,
      );
      if (row === undefined) throw new Error('INSERT … RETURNING gave no row');
      if (!row.same) return { kind: 'key-reused' };
      return { kind: row.inserted ? 'stored' : 'replayed', id: row.id, createdAt: row.created_at };
    },

    async has(id) {
      const rows = await sayingWhoIsAway(prisma.$queryRaw<unknown[]>`SELECT 1 FROM messages WHERE id = ${id}::uuid`);
      return rows.length > 0;
    },

    async purgeBatch(before) {
      return prisma.$executeRaw`
        DELETE FROM messages WHERE id IN (
          SELECT id FROM messages WHERE created_at < ${before} ORDER BY created_at LIMIT ${PURGE_BATCH} FOR UPDATE SKIP LOCKED
        )`;
    },

    async ping() {
      await sayingWhoIsAway(prisma.$queryRaw`SELECT 1`);
    },
  };
}

/** SHA-256 over the three fields; the separator cannot stand in a name or an address. */
function fingerprintOf({ name, email, text }: Message): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update([name, email, text].join('\0')).digest());
}

async function sayingWhoIsAway<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    throw isDatabaseAway(error) ? new DatabaseUnavailableError('PostgreSQL is away', { cause: error }) : error;
  }
}

/**
 * The statements above never change and their values are checked, so the only failures that are ours are PostgreSQL's classes 22
 * (data), 23 (constraint) and 42 (unknown table, syntax). Everything else speaks of the database's state: gone, restarting, out of
 * connections, read-only, disk full, timed out, and whatever else befalls one.
 */
function isDatabaseAway(error: unknown): boolean {
  const sqlState = findSqlState(error);
  return sqlState === undefined || !/^(22|23|42)/.test(sqlState);
}

/** Prisma hands on what the driver said under `meta.driverAdapterError.cause`. */
const driverFailure = z.object({
  meta: z.object({ driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }) }),
});

function findSqlState(error: unknown): string | undefined {
  const result = driverFailure.safeParse(error);
  return result.success ? result.data.meta.driverAdapterError.cause.originalCode : undefined;
}
