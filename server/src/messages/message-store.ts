import type { Message } from '@portfolio/contract/message';
import * as z from 'zod/mini';
import { DatabaseUnavailableError } from '../database.ts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import type { Logger } from '../log.ts';
import { createGroupCommit } from './group-commit.ts';
import type { SpamReason } from './suspicion.ts';

/** What became of a message: stored now, stored before under the same key with the same content, the key is another message's, or one too many. */
export type SaveOutcome =
  | { kind: 'stored' | 'replayed'; id: string; createdAt: Date }
  | { kind: 'key-reused' }
  | { kind: 'over-limit'; retryAfterS: number };

/** A message as it comes to be stored. */
export interface NewMessage {
  /** A UUID: the sender's Idempotency-Key. */
  id: string;
  message: Message;
  /** Why it is taken for spam; the store adds `repeated`. */
  reasons: SpamReason[];
  /** Whose limit it counts against (sender-limit.ts); null: nobody's. */
  sender: string | null;
}

/** How many messages one sender may send in one window. */
export interface SenderLimit {
  points: number;
  /** Length of the window, in seconds. */
  windowS: number;
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
 * The only code that queries the messages table, and the counts of its senders. What waits anyway is stored together (group-commit.ts).
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

  /** How many messages of each sender wait or are being written. A sender whose name is not known is bound by MAX_WAITING alone. */
  const pending = new Map<string, number>();

  async function save(message: NewMessage): Promise<SaveOutcome> {
    const { sender } = message;
    if (sender === null) return groupCommit.save(message);
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
    const rows = await sayingWhoIsAway(prisma.$queryRaw<SavedRow[]>(saveStatement(messages, counted, limit)));
    return rows.map((row) => {
      if (row.id === null) return { kind: 'over-limit', retryAfterS: row.wait_s };
      if (!row.same) return { kind: 'key-reused' };
      return { kind: row.inserted ? 'stored' : 'replayed', id: row.id, createdAt: row.created_at };
    });
  }

  return {
    save,
    drained: groupCommit.drained,

    ...createMessagePurge(prisma),

    async ping() {
      await sayingWhoIsAway(prisma.$queryRaw`SELECT 1`);
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
      const [row] = await prisma.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM messages WHERE created_at < ${before}`;
      return only(row).count;
    },

    async purgeBatch(before) {
      return prisma.$executeRaw`
        DELETE FROM messages WHERE id IN (
          SELECT id FROM messages WHERE created_at < ${before} ORDER BY created_at LIMIT ${PURGE_BATCH} FOR UPDATE SKIP LOCKED
        )`;
    },

    async purgeSenders() {
      await prisma.$executeRaw`DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000`;
    },
  };
}

function only<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('a statement that always gives one row gave none');
  return row;
}

/** One for each message, in their order. */
type SavedRow =
  | { id: string; created_at: Date; inserted: boolean; same: boolean; wait_s: number }
  /** Not stored, as its sender was over the limit. */
  | { id: null; wait_s: number };

/**
 * One statement, and so one transaction and one round trip, decides all cases for all messages: counts those that are new to their senders, leaves out
 * what is over the limit, and stores the rest.
 *
 * - A replay, which has the key and the content of a stored message, is neither counted nor left out. Only one that races with its first post at
 *   another copy of the server counts: neither statement sees the other's row.
 * - The no-op update makes RETURNING give the row that was there first, also when two equal requests race; xmax is 0 only for a row this very
 *   statement inserted.
 * - Senders and rows are locked in the order of their keys, so that two copies of the server cannot wait for each other.
 * - The setting guards 2xx against a database or role whose default is to acknowledge before the commit is on disk.
 * - The messages travel as one value, so that the statement's text, and its plan, is the same for any number of them.
 *
 * @param counted what `countSenders` or `COUNT_NOBODY` gives: `sender`, `points` with this statement's messages, `expire` of the window
 */
function saveStatement(messages: NewMessage[], counted: Prisma.Sql, { points }: SenderLimit): Prisma.Sql {
  const incoming = messages.map(({ id, message, reasons, sender }, place) => ({
    place,
    id,
    ...message,
    reasons,
    sender,
  }));
  return Prisma.sql`
    WITH durable AS (
      SELECT CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
                  THEN set_config('synchronous_commit', 'on', true) END
    ), incoming AS MATERIALIZED (
      -- SHA-256 over the three fields; the separator cannot stand in any of them.
      SELECT *, sha256(convert_to(name, 'UTF8') || '\\x00' || convert_to(email, 'UTF8') || '\\x00' || convert_to(text, 'UTF8')) AS fingerprint
      FROM json_to_recordset(${JSON.stringify(incoming)}::json)
        AS m (place int, id uuid, name text, email text, text text, reasons text[], sender text)
    ), known AS MATERIALIZED (
      SELECT *, coalesce((SELECT messages.fingerprint = incoming.fingerprint FROM messages WHERE messages.id = incoming.id), false) AS is_replay
      FROM incoming
    ), counted AS (
      ${counted}
    ), placed AS (
      SELECT known.*, expire,
             points - count(*) OVER (PARTITION BY known.sender, is_replay) + row_number() OVER (PARTITION BY known.sender, is_replay ORDER BY place) AS used
      FROM known LEFT JOIN counted ON counted.sender = known.sender AND NOT is_replay
    ), admitted AS (
      -- A subselect with LIMIT is looked up in the index row by row, whatever PostgreSQL believes of the table's size; EXISTS may read the whole table.
      SELECT *, reasons || CASE WHEN row_number() OVER (PARTITION BY fingerprint ORDER BY place) > 1 OR (
        SELECT true FROM messages
        WHERE messages.fingerprint = placed.fingerprint AND messages.id <> placed.id
          AND created_at > now() - ${REPETITION_WINDOW}::interval
        LIMIT 1
      ) THEN ARRAY['repeated'] ELSE ARRAY[]::text[] END AS spam_reasons
      FROM placed WHERE used IS NULL OR used <= ${points}
    ), saved AS (
      INSERT INTO messages (id, name, email, text, fingerprint, spam_reasons, status)
      SELECT id, name, email, text, fingerprint, spam_reasons,
             CASE WHEN spam_reasons = '{}' THEN 'new' ELSE 'spam' END::"MessageStatus"
      FROM admitted, durable ORDER BY id
      ON CONFLICT (id) DO UPDATE SET fingerprint = messages.fingerprint
      RETURNING id, created_at, xmax = 0 AS inserted, fingerprint
    )
    SELECT saved.id::text, saved.created_at, saved.inserted, saved.fingerprint = placed.fingerprint AS same,
           greatest(1, ceil((expire - extract(epoch FROM now()) * 1000) / 1000))::int AS wait_s
    FROM placed LEFT JOIN saved USING (id) ORDER BY place`;
}

/** Adds the messages to the counts of their senders; a sender whose window is over begins a new one. */
function countSenders({ windowS }: SenderLimit): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO rate_limits AS earlier (key, points, expire)
    SELECT sender, count(*), extract(epoch FROM now()) * 1000 + ${windowS * 1000}
    FROM known WHERE sender IS NOT NULL AND NOT is_replay GROUP BY sender ORDER BY sender
    ON CONFLICT (key) DO UPDATE SET
      points = excluded.points + CASE WHEN earlier.expire > extract(epoch FROM now()) * 1000 THEN earlier.points ELSE 0 END,
      expire = CASE WHEN earlier.expire > extract(epoch FROM now()) * 1000 THEN earlier.expire ELSE excluded.expire END
    RETURNING key AS sender, points, expire`;
}

/** Touches no table but the messages'. */
const COUNT_NOBODY = Prisma.sql`SELECT NULL::text AS sender, NULL::int AS points, NULL::bigint AS expire WHERE false`;

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
