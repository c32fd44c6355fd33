import { hash } from 'node:crypto';
import type { Message } from '@portfolio/contract/message';
import { DatabaseUnavailableError, findSqlState, mapDatabaseErrors } from '../database.ts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import type { Logger } from '../log.ts';
import { createGroupCommit } from './group-commit.ts';
import { COUNT_NOBODY, countSenders, type SenderLimit } from './sender-limit.ts';
import type { SpamReason } from './suspicion.ts';

/** What became of a message: stored now, stored before under the same key with the same content, the key is another message's, or one too many. */
export type SaveOutcome =
  | { kind: 'stored' | 'replayed'; createdAt: Date }
  | { kind: 'key-reused' }
  | { kind: 'over-limit'; retryAfterS: number };

/** A message as it comes to be stored. */
export interface NewMessage extends Message {
  /** A UUID: the sender's Idempotency-Key. */
  id: string;
  /** Why it is taken for spam; the store adds `repeated`. */
  spamReasons: SpamReason[];
  /** Whose limit it counts against (sender-limit.ts). */
  sender: string;
}

/** How long ago an equal message counts as a repetition. */
const REPETITION_WINDOW = '1 day';

/** Messages that may wait to be stored: what PostgreSQL takes in well below a second, with their texts no more than 32 MB. */
const MAX_WAITING = 1_000;

/** Of these and of those being written, how many may be of one sender: the others' messages find a place whatever one sender posts. */
const MAX_PENDING_OF_ONE_SENDER = 100;

/** What a sender is told who has more than that, in seconds: by then their messages have been written or refused. */
const PENDING_RETRY_S = 5;

/** SQLSTATE of a statement that waited for a lock for too long (LOCK_TIMEOUT_MS). */
const LOCK_NOT_AVAILABLE = '55P03';

export type MessageStore = ReturnType<typeof createMessageStore>;

interface SaveOptions {
  limit: SenderLimit;
  log: Logger;
  /** After how many milliseconds whoever sent a message was told that it was not stored. */
  answerTimeoutMs: number;
}

/**
 * The only code that stores messages. What waits anyway is stored together (group-commit.ts).
 *
 * A limit that fails or hangs lets messages through: losing one is worse than a few too many.
 */
export function createMessageStore(prisma: PrismaClient, { limit, log, answerTimeoutMs }: SaveOptions) {
  const groupCommit = createGroupCommit<NewMessage, SaveOutcome>({
    write: saveAll,
    keyOf: ({ id }) => id,
    isFaultOfAnItem: (error) => !(error instanceof DatabaseUnavailableError),
    maxWaiting: MAX_WAITING,
    maxWaitMs: answerTimeoutMs,
  });

  /** How many messages of each sender wait or are being written. */
  const pending = new Map<string, number>();

  async function saveAll(messages: NewMessage[]): Promise<SaveOutcome[]> {
    try {
      return await saveCounted(messages, countSenders(limit));
    } catch (error) {
      if (error instanceof DatabaseUnavailableError && findSqlState(error.cause) !== LOCK_NOT_AVAILABLE) throw error;
      const outcomes = await saveCounted(messages, COUNT_NOBODY);
      log.warn({ err: error }, 'the sender limit failed; messages pass without it');
      return outcomes;
    }
  }

  async function saveCounted(messages: NewMessage[], counted: Prisma.Sql): Promise<SaveOutcome[]> {
    type Row = { createdAt: Date | null; inserted: boolean; same: boolean; waitS: number };
    const rows = await mapDatabaseErrors(prisma.$queryRaw<Row[]>(saveStatement(messages, counted, limit)));
    return rows.map(({ createdAt, inserted, same, waitS }) => {
      if (createdAt === null) return { kind: 'over-limit', retryAfterS: waitS };
      return same ? { kind: inserted ? 'stored' : 'replayed', createdAt } : { kind: 'key-reused' };
    });
  }

  return {
    /**
     * Stores a message under its key, exactly once, for ever: the key is the row's primary key, so a message that comes again, even
     * from a week-old outbox, finds its row. Counts a new one against its sender's limit, and stores nothing past that; what is stored already is
     * answered whatever the count. A sender of whom too many are pending is over the limit at once, without a look at the database.
     *
     * @returns only after PostgreSQL has committed with `synchronous_commit` on
     * @throws DatabaseUnavailableError when it could not; the message may or may not be there, and the same key makes a repetition safe
     * @throws QueueFullError when too many messages wait already
     */
    async save(message: NewMessage): Promise<SaveOutcome> {
      const { sender } = message;
      const before = pending.get(sender) ?? 0;
      if (before >= MAX_PENDING_OF_ONE_SENDER) return { kind: 'over-limit', retryAfterS: PENDING_RETRY_S };
      pending.set(sender, before + 1);
      try {
        return await groupCommit.save(message);
      } finally {
        const left = (pending.get(sender) ?? 1) - 1;
        if (left === 0) pending.delete(sender);
        else pending.set(sender, left);
      }
    },

    /** Resolves when every message that came has been stored or refused. */
    drained: groupCommit.drained,

    /** @throws DatabaseUnavailableError when the database does not answer */
    async ping(): Promise<void> {
      await mapDatabaseErrors(prisma.$queryRaw`SELECT 1`);
    },
  };
}

/**
 * One statement, and so one transaction and one round trip, decides all cases for all messages: counts the new ones to their senders, leaves out
 * what is over the limit, and stores the rest. Gives a row for each message, in their order.
 *
 * - A replay has the key and the content of a stored message. Only one that races with its first post at another copy of the server counts as new.
 * - The no-op update makes RETURNING give the row that was there first, also when two equal requests race; xmax is 0 only for a row this very
 *   statement inserted.
 * - Rows are locked in the order of their keys, so that two copies of the server cannot wait for each other.
 * - The messages travel as one value, so that the statement's text, and its plan, is the same for any number of them.
 * - A subselect is looked up in the index row by row, whatever PostgreSQL believes of the table's size; a join or EXISTS may read the whole table.
 *
 * @param counted what `countSenders` or `COUNT_NOBODY` gives: for each sender the count with these messages, and the end of its window
 */
function saveStatement(messages: NewMessage[], counted: Prisma.Sql, { points }: SenderLimit): Prisma.Sql {
  const seen = new Set<string>();
  const values = messages.map((message, place) => {
    const fingerprint = fingerprintOf(message);
    // Of what came before this group, the statement tells.
    const isRepeated = seen.has(fingerprint);
    seen.add(fingerprint);
    return { ...message, fingerprint, isRepeated, place };
  });
  return Prisma.sql`
    WITH incoming AS MATERIALIZED (
      SELECT *, coalesce((SELECT messages.fingerprint = m.fingerprint FROM messages WHERE messages.id = m.id), false) AS is_replay
      FROM json_to_recordset(${JSON.stringify(values)}::json) AS m
        (place int, id uuid, name text, email text, text text, fingerprint bytea, "isRepeated" boolean, "spamReasons" text[], sender text)
    ), counted AS (
      ${counted}
    ), numbered AS (
      -- In its sender's window the last message has the number that is the count, the one before it one less.
      SELECT *, count + 1 - row_number() OVER (PARTITION BY sender, is_replay ORDER BY place DESC) AS number
      FROM incoming LEFT JOIN counted USING (sender)
    ), admitted AS (
      SELECT *, "spamReasons" || CASE WHEN "isRepeated" OR (
        SELECT true FROM messages
        WHERE messages.fingerprint = numbered.fingerprint AND messages.id <> numbered.id
          AND created_at > now() - ${REPETITION_WINDOW}::interval
        LIMIT 1
      ) THEN '{repeated}' ELSE '{}' END::text[] AS spam_reasons
      FROM numbered WHERE is_replay OR number IS NULL OR number <= ${points}
    ), saved AS (
      INSERT INTO messages (id, name, email, text, fingerprint, spam_reasons, status)
      SELECT id, name, email, text, fingerprint, spam_reasons, CASE spam_reasons WHEN '{}' THEN 'new' ELSE 'spam' END::"MessageStatus"
      FROM admitted ORDER BY id
      ON CONFLICT (id) DO UPDATE SET fingerprint = messages.fingerprint
      RETURNING id, created_at, fingerprint, xmax = 0 AS inserted
    )
    SELECT created_at AS "createdAt", saved.inserted, saved.fingerprint = numbered.fingerprint AS same,
           greatest(1, ceil(extract(epoch FROM window_ends - now())))::int AS "waitS"
    FROM numbered LEFT JOIN saved USING (id) ORDER BY place`;
}

/** SHA-256 over the three fields, as PostgreSQL reads bytes; the separator cannot stand in any of them. */
function fingerprintOf({ name, email, text }: Message): string {
  return `\\x${hash('sha256', [name, email, text].join('\0'))}`;
}
