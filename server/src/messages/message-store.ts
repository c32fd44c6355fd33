import { hash } from 'node:crypto';
import type { Message } from '@portfolio/contract/message';
import type { Logger } from 'pino';
import { DatabaseUnavailableError, findSqlState, mapDatabaseErrors } from '../database.ts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { createGroupCommit } from './group-commit.ts';
import { COUNT_NOBODY, countSenders, type SenderLimit } from './sender-limit.ts';
import type { SpamReason } from './suspicion.ts';

/** `replayed`: stored before, with the same key and content. `key-reused`: the key belongs to another message. */
type SaveOutcome =
  | { kind: 'stored' | 'replayed'; createdAt: Date }
  | { kind: 'key-reused' }
  | { kind: 'over-limit'; retryAfterS: number };

interface NewMessage extends Message {
  /** A UUID: the sender's Idempotency-Key. */
  id: string;
  /** Without `repeated`, which the store adds. */
  spamReasons: SpamReason[];
  sender: string;
}

const REPETITION_WINDOW = '1 day';

/** PostgreSQL stores these in well below a second; their texts take up to 32 MB. */
const MAX_WAITING = 1_000;

/** Waiting or being written: the rest is free for other senders. */
const MAX_PENDING_OF_ONE_SENDER = 100;

/** By then the sender's pending messages have been written or refused. */
const PENDING_RETRY_S = 5;

/** SQLSTATE of a statement that waited for a lock longer than LOCK_TIMEOUT_MS. */
const LOCK_NOT_AVAILABLE = '55P03';

export type MessageStore = ReturnType<typeof createMessageStore>;

/**
 * The only code that stores messages, in groups (group-commit.ts). If the sender limit fails or hangs, messages pass:
 * one lost message is worse than a few too many. `nudge` tells the bell; without it what comes now is never notified.
 */
export function createMessageStore(
  prisma: PrismaClient,
  limit: SenderLimit,
  log: Logger,
  answerTimeoutMs: number,
  nudge?: () => void,
) {
  const groupCommit = createGroupCommit<NewMessage, SaveOutcome>({
    write: saveAll,
    keyOf: ({ id }) => id,
    isFaultOfAnItem: (error) => !(error instanceof DatabaseUnavailableError),
    maxWaiting: MAX_WAITING,
    maxWaitMs: answerTimeoutMs,
  });

  /** Messages of each sender that wait or are being written. */
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
    const rows = await mapDatabaseErrors(
      prisma.$queryRaw<Row[]>(saveStatement(messages, counted, limit, Boolean(nudge))),
    );
    nudge?.();
    return rows.map(({ createdAt, inserted, same, waitS }) => {
      if (createdAt === null) return { kind: 'over-limit', retryAfterS: waitS };
      return same ? { kind: inserted ? 'stored' : 'replayed', createdAt } : { kind: 'key-reused' };
    });
  }

  return {
    /**
     * Stores a message exactly once: its key is the row's primary key. A new one counts against its sender's limit; one
     * that is already stored does not. A sender with too many pending is refused without a query. Resolves after
     * PostgreSQL has committed with `synchronous_commit` on.
     * @throws DatabaseUnavailableError if it may or may not be stored: the same key makes another try safe
     * @throws Refusal if too many messages wait
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

    /** @throws DatabaseUnavailableError */
    async ping(): Promise<void> {
      await mapDatabaseErrors(prisma.$queryRaw`SELECT 1`);
    },
  };
}

/**
 * One statement, and so one transaction and one round trip: counts new messages per sender (`counted`), leaves out what
 * is over the limit, and stores the rest. Gives a row for each message, in their order.
 *
 * - A replay has key and content of a stored message. It counts as new only if it races with its first post elsewhere.
 * - The no-op update makes RETURNING give an existing row too; xmax is 0 only for a row that this statement inserted.
 * - Rows are locked in the order of their keys, so that copies of the server cannot deadlock.
 * - The messages are one value, so that the text and plan of the statement are the same for any number of them.
 * - A subselect uses the index; for a join or EXISTS PostgreSQL may read the whole table.
 */
function saveStatement(
  messages: NewMessage[],
  counted: Prisma.Sql,
  { points }: SenderLimit,
  rings: boolean,
): Prisma.Sql {
  const seen = new Set<string>();
  const values = messages.map((message, place) => {
    const fingerprint = fingerprintOf(message);
    // Within this group; the statement looks for earlier ones.
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
      -- The count is the number of the sender's last message; the one before it has one less.
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
      INSERT INTO messages (id, name, email, text, fingerprint, spam_reasons, status, notified_at)
      SELECT id, name, email, text, fingerprint, spam_reasons, CASE spam_reasons WHEN '{}' THEN 'new' ELSE 'spam' END::"MessageStatus",
        CASE WHEN spam_reasons <> '{}' OR NOT ${rings}::boolean THEN now() END
      FROM admitted ORDER BY id
      ON CONFLICT (id) DO UPDATE SET fingerprint = messages.fingerprint
      RETURNING id, created_at, fingerprint, xmax = 0 AS inserted
    )
    SELECT created_at AS "createdAt", saved.inserted, saved.fingerprint = numbered.fingerprint AS same,
           greatest(1, ceil(extract(epoch FROM window_ends - now())))::int AS "waitS"
    FROM numbered LEFT JOIN saved USING (id) ORDER BY place`;
}

/** SHA-256 of the three fields, as a PostgreSQL bytea; none of them can contain the separator. */
export function fingerprintOf({ name, email, text }: Message): string {
  return `\\x${hash('sha256', [name, email, text].join('\0'))}`;
}
