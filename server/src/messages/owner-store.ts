import type { PrismaClient } from '../generated/prisma/client.ts';

export const STATUSES = ['new', 'read', 'archived', 'spam'] as const;
export type Status = (typeof STATUSES)[number];

/** A message as the owner sees it. */
export interface StoredMessage {
  /** A UUID. */
  id: string;
  createdAt: Date;
  status: Status;
  name: string;
  email: string;
  text: string;
  /** Why it was filed as spam (SpamReason); empty for all others. */
  spamReasons: string[];
}

export interface MessageFilter {
  status?: Status | undefined;
  /** Part of the name, the address or the text, in capitals or not. */
  search?: string | undefined;
}

export interface MonthCount {
  /** Such as `2026-11`. */
  month: string;
  /** All messages that came in that month, spam among them. */
  total: number;
  spam: number;
}

export interface Totals {
  total: number;
  new: number;
  spam: number;
  oldest: Date | null;
  latest: Date | null;
  /** Size of the whole database, in bytes. */
  databaseBytes: number;
}

/** Rows fetched by one statement: at 5,000 characters each they take a few megabytes. */
const PAGE = 500;
/** Rows deleted by one statement: few enough that no insert waits for it. */
const DELETE_BATCH = 500;

/** What the owner does with stored messages, and the server itself never does. */
export interface OwnerStore {
  count(filter: MessageFilter): Promise<number>;
  /** The newest first, at most so many. */
  latest(filter: MessageFilter, limit: number): Promise<StoredMessage[]>;
  /** All, the oldest first, page by page: memory does not grow with their number, and no transaction stays open meanwhile. */
  all(filter: MessageFilter): AsyncGenerator<StoredMessage>;
  /** Those whose id begins so: two at most, which is enough to see that it is not unique. */
  findByIdPrefix(prefix: string): Promise<StoredMessage[]>;
  /** All from an address, whatever its case and the blanks around it; the oldest first. */
  findByEmail(email: string): Promise<Omit<StoredMessage, 'text'>[]>;
  /** @returns the ids of those that were there and are deleted now */
  deleteByIds(ids: readonly string[]): Promise<string[]>;
  /** Months with messages, the oldest first. */
  countByMonth(timeZone: string): Promise<MonthCount[]>;
  totals(): Promise<Totals>;
}

/** Beside message-store.ts the only code that queries the messages table. */
export function createOwnerStore(prisma: PrismaClient): OwnerStore {
  return {
    async count({ status, search }) {
      const [row] = await prisma.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM messages
        WHERE (${status ?? null}::text IS NULL OR status::text = ${status ?? null})
          AND (${pattern(search)}::text IS NULL OR concat_ws(E'\n', name, email, text) ILIKE ${pattern(search)})`;
      return row?.count ?? 0;
    },

    latest({ status, search }, limit) {
      return prisma.$queryRaw<StoredMessage[]>`
        SELECT id::text, created_at AS "createdAt", status::text, name, email, text, spam_reasons AS "spamReasons"
        FROM messages
        WHERE (${status ?? null}::text IS NULL OR status::text = ${status ?? null})
          AND (${pattern(search)}::text IS NULL OR concat_ws(E'\n', name, email, text) ILIKE ${pattern(search)})
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
    },

    async *all({ status, search }) {
      let after = { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
      for (;;) {
        const page = await prisma.$queryRaw<StoredMessage[]>`
          SELECT id::text, created_at AS "createdAt", status::text, name, email, text, spam_reasons AS "spamReasons"
          FROM messages
          WHERE (created_at, id) > (${after.createdAt}, ${after.id}::uuid)
            AND (${status ?? null}::text IS NULL OR status::text = ${status ?? null})
            AND (${pattern(search)}::text IS NULL OR concat_ws(E'\n', name, email, text) ILIKE ${pattern(search)})
          ORDER BY created_at, id LIMIT ${PAGE}`;
        yield* page;
        const last = page.at(-1);
        if (last === undefined || page.length < PAGE) return;
        after = last;
      }
    },

    findByIdPrefix(prefix) {
      return prisma.$queryRaw<StoredMessage[]>`
        SELECT id::text, created_at AS "createdAt", status::text, name, email, text, spam_reasons AS "spamReasons"
        FROM messages WHERE starts_with(id::text, ${prefix}) ORDER BY created_at LIMIT 2`;
    },

    findByEmail(email) {
      return prisma.$queryRaw<StoredMessage[]>`
        SELECT id::text, created_at AS "createdAt", status::text, name, email, spam_reasons AS "spamReasons"
        FROM messages WHERE lower(btrim(email)) = lower(btrim(${email})) ORDER BY created_at, id`;
    },

    async deleteByIds(ids) {
      const deleted: string[] = [];
      for (let start = 0; start < ids.length; start += DELETE_BATCH) {
        const rows = await prisma.$queryRaw<{ id: string }[]>`
          DELETE FROM messages WHERE id = ANY(${ids.slice(start, start + DELETE_BATCH)}::uuid[]) RETURNING id::text`;
        deleted.push(...rows.map(({ id }) => id));
      }
      return deleted;
    },

    countByMonth(timeZone) {
      return prisma.$queryRaw<MonthCount[]>`
        SELECT to_char(created_at AT TIME ZONE ${timeZone}, 'YYYY-MM') AS month,
               count(*)::int AS total, (count(*) FILTER (WHERE status = 'spam'))::int AS spam
        FROM messages GROUP BY 1 ORDER BY 1`;
    },

    async totals() {
      const [row] = await prisma.$queryRaw<(Omit<Totals, 'databaseBytes'> & { databaseBytes: bigint })[]>`
        SELECT count(*)::int AS total, (count(*) FILTER (WHERE status = 'new'))::int AS new,
               (count(*) FILTER (WHERE status = 'spam'))::int AS spam, min(created_at) AS oldest, max(created_at) AS latest,
               pg_database_size(current_database()) AS "databaseBytes"
        FROM messages`;
      if (row === undefined) throw new Error('SELECT count(*) gave no row');
      return { ...row, databaseBytes: Number(row.databaseBytes) };
    },
  };
}

/** For ILIKE: the text anywhere, each of its characters for itself. */
function pattern(search: string | undefined): string | null {
  return search === undefined ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}
