import { hash } from 'node:crypto';
import type { Message } from '@portfolio/contract/message';
import { DatabaseUnavailableError, findSqlState, mapDatabaseErrors } from '../database.ts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import type { Logger } from '../log.ts';
import { createGroupCommit } from './group-commit.ts';
import { COUNT_NOBODY, countSenders, purgeSenders, type SenderLimit } from './sender-limit.ts';
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

/** Rows deleted by one statement: few enough that no insert waits for it. */
const PURGE_BATCH = 500;

/** By how much the database's clock may be ahead of the last round of retention: of a site that was off, not of a clock that jumped. */
const EXPLAINED_ADVANCE = '7 days';

/** How long a clock that jumped must go on before it is believed, in seconds, and how much of that one round can see: they come every hour. */
const CONFIRMED_AFTER_S = 24 * 60 * 60;
const SEEN_BY_ROUND_S = 2 * 60 * 60;

/** The database's clock, by which messages get their time and grow old. */
export interface RetentionClock {
  now: Date;
  /** For how many seconds more it must go on before it may delete anything; 0: it is trusted. */
  heldForS: number;
}

export interface MessagePurge {
  /** Looks at the database's clock, and remembers nothing of it. */
  readClock(): Promise<RetentionClock>;
  /**
   * Looks at the database's clock for a round of retention, and remembers what it showed, for all copies of the server together. A clock that was
   * set back is trusted, as it deletes too little; one that is ahead of where it was last trusted by more than `EXPLAINED_ADVANCE` only when it
   * has gone on for `CONFIRMED_AFTER_S`.
   */
  advanceClock(): Promise<RetentionClock>;
  countBefore(before: Date): Promise<number>;
  /**
   * Deletes messages that came before a moment: a batch of them, so that the caller decides on the pace. Copies of the server that
   * do so at the same time step around each other.
   *
   * @returns how many were deleted; 0 when none are left
   */
  purgeBatch(before: Date): Promise<number>;
  /** Forgets the senders whose window is over. */
  purgeSenders(): Promise<void>;
}

export interface MessageStore extends MessagePurge {
  /**
   * Stores a message under its key, exactly once, for ever: the key is the row's primary key, so a message that comes again, even
   * from a week-old outbox, finds its row. Counts a new one against its sender's limit, and stores nothing past that; what is stored already is
   * answered whatever the count. A sender of whom too many are pending is over the limit at once, without a look at the database.
   *
   * @returns only after PostgreSQL has committed with `synchronous_commit` on
   * @throws DatabaseUnavailableError when it could not; the message may or may not be there, and the same key makes a repetition safe
   * @throws QueueFullError when too many messages wait already
   */
  save(message: NewMessage): Promise<SaveOutcome>;
  /** Resolves when every message that came has been stored or refused. */
  drained(): Promise<void>;
  /** @throws DatabaseUnavailableError when the database does not answer */
  ping(): Promise<void>;
}

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
export function createMessageStore(prisma: PrismaClient, { limit, log, answerTimeoutMs }: SaveOptions): MessageStore {
  const groupCommit = createGroupCommit<NewMessage, SaveOutcome>({
    write: saveAll,
    keyOf: ({ id }) => id,
    isFaultOfAnItem: (error) => !(error instanceof DatabaseUnavailableError),
    maxWaiting: MAX_WAITING,
    maxWaitMs: answerTimeoutMs,
  });

  /** How many messages of each sender wait or are being written. */
  const pending = new Map<string, number>();

  async function save(message: NewMessage): Promise<SaveOutcome> {
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
  }

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
    save,
    drained: groupCommit.drained,

    ...createMessagePurge(prisma),

    async ping() {
      await mapDatabaseErrors(prisma.$queryRaw`SELECT 1`);
    },
  };
}

/** What is due for deletion, in the server's tables; nothing else of them. */
export function createMessagePurge(prisma: PrismaClient): MessagePurge {
  return {
    async readClock() {
      const [clock] = await prisma.$queryRaw<RetentionClock[]>`
        SELECT now(), CASE WHEN now() <= trusted_at + ${EXPLAINED_ADVANCE}::interval THEN 0
                           ELSE ${CONFIRMED_AFTER_S}::int - coalesce(steady_s, 0) END AS "heldForS"
        FROM (VALUES (1)) AS the (id) LEFT JOIN retention_clock USING (id)`;
      return only(clock);
    },

    async advanceClock() {
      // Of a longer time between two rounds only so much counts: a second jump must not confirm the first one.
      const [clock] = await prisma.$queryRaw<RetentionClock[]>`
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
      return only(clock);
    },

    async countBefore(before) {
      return prisma.message.count({ where: { createdAt: { lt: before } } });
    },

    async purgeBatch(before) {
      return prisma.$executeRaw`
        DELETE FROM messages WHERE id IN (
          SELECT id FROM messages WHERE created_at < ${before} ORDER BY created_at LIMIT ${PURGE_BATCH} FOR UPDATE SKIP LOCKED
        )`;
    },

    purgeSenders: () => purgeSenders(prisma),
  };
}

function only<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('a statement that always gives one row gave none');
  return row;
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
  const values = messages.map((message, place) => ({ ...message, fingerprint: fingerprintOf(message), place }));
  return Prisma.sql`
    WITH incoming AS MATERIALIZED (
      SELECT *, coalesce((SELECT messages.fingerprint = m.fingerprint FROM messages WHERE messages.id = m.id), false) AS is_replay
      FROM json_to_recordset(${JSON.stringify(values)}::json) AS m
        (place int, id uuid, name text, email text, text text, fingerprint bytea, "spamReasons" text[], sender text)
    ), counted AS (
      ${counted}
    ), numbered AS (
      -- In its sender's window the last message has the number that is the count, the one before it one less.
      SELECT *, count + 1 - row_number() OVER (PARTITION BY sender, is_replay ORDER BY place DESC) AS number
      FROM incoming LEFT JOIN counted USING (sender)
    ), admitted AS (
      SELECT *, "spamReasons" || CASE WHEN row_number() OVER (PARTITION BY fingerprint ORDER BY place) > 1 OR (
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
