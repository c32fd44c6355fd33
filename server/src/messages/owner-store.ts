import pino from 'pino';
import { createDatabase } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { findPendingMigrations } from '../migrate.ts';
import { OperatorError } from '../operator-error.ts';
import { fingerprintOf } from './message-store.ts';
import { purge, readClock } from './retention.ts';

export const STATUSES = ['new', 'read', 'archived', 'spam'] as const;

export type StoredMessage = Prisma.MessageGetPayload<{ select: typeof COLUMNS }>;

export interface MessageFilter {
  status?: (typeof STATUSES)[number] | undefined;
  /** Part of the name, the address or the text; ignores case. */
  search?: string | undefined;
  before?: Date | undefined;
}

/** At 5,000 characters each these take a few megabytes. */
const PAGE = 500;

const COLUMNS = { id: true, createdAt: true, status: true, name: true, email: true, text: true, spamReasons: true };
const UNTOLD: Prisma.MessageWhereInput = { notifiedAt: null, status: 'new' };
const OLDEST_FIRST: Prisma.MessageOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { id: 'asc' }];

/** For a statement that reads every row, on a slow machine with a busy site. */
const TIMEOUT_MS = 120_000;

export type OwnerStore = Awaited<ReturnType<typeof openOwnerStore>>;

/** Opens the stored messages for the owner. @throws OperatorError if no database answers, or it lacks migrations */
export async function openOwnerStore(url: string, migrationsDir: string) {
  const pending = await findPendingMigrations(url, migrationsDir).catch(({ message, cause }) => {
    throw new OperatorError(
      `DATABASE_URL: o banco de dados não responde (${cause?.message ?? message}). Ponha-o no ar ou corrija endereço, usuário, senha ou nome.`,
      { cause },
    );
  });
  if (pending.length > 0) {
    throw new OperatorError(
      `Faltam ao banco de dados estas migrações: ${pending.join(', ')}. Ponha o site no ar uma vez, que as aplica (npm start), e tente de novo.`,
    );
  }
  // A single query gains nothing by named statements (database.ts), and without names it works behind any pooler.
  const unnamed = `${url}${url.includes('?') ? '&' : '?'}pgbouncer=true`;
  const { prisma, close } = createDatabase(unnamed, pino({ enabled: false }), TIMEOUT_MS);
  return {
    close,

    count(filter: MessageFilter): Promise<number> {
      return prisma.message.count({ where: toWhere(filter) });
    },

    latest(filter: MessageFilter, limit: number): Promise<StoredMessage[]> {
      return prisma.message.findMany({
        select: COLUMNS,
        where: toWhere(filter),
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
      });
    },

    /** The oldest first, in pages: memory does not grow with their number, and no transaction stays open. */
    async *all(filter: MessageFilter): AsyncGenerator<StoredMessage> {
      let last: StoredMessage | undefined;
      do {
        const page: StoredMessage[] = await prisma.message.findMany({
          select: COLUMNS,
          where: { AND: [toWhere(filter), last ? comesAfter(last) : {}] },
          orderBy: OLDEST_FIRST,
          take: PAGE,
        });
        yield* page;
        last = page.at(-1);
      } while (last !== undefined);
    },

    /** At most two, which is enough to see that the prefix is not unique. */
    async findByIdPrefix(prefix: string): Promise<StoredMessage[]> {
      const filledWith = (digit: string) => prefix + UUID_SHAPE.slice(prefix.length).replaceAll('x', digit);
      if (!UUID.test(filledWith('0'))) return [];
      const where = { id: { gte: filledWith('0'), lte: filledWith('f') } };
      return prisma.message.findMany({ select: COLUMNS, where, take: 2 });
    },

    /** Oldest first. Ignores case and the blanks around the address. */
    async findByEmail(email: string): Promise<StoredMessage[]> {
      const normalise = (address: string) => address.trim().toLowerCase();
      const found = await prisma.message.findMany({
        select: COLUMNS,
        where: { email: containing(email.trim()) },
        orderBy: OLDEST_FIRST,
      });
      return found.filter((message) => normalise(message.email) === normalise(email));
    },

    async mark(id: string, status: StoredMessage['status']): Promise<void> {
      await prisma.message.updateMany({ where: { id }, data: { status } });
    },

    /** Stores messages from a backup, except those whose id is stored. They never ring. @returns how many were new */
    async add(messages: readonly StoredMessage[]): Promise<number> {
      const data = messages.map((message) => {
        return { ...message, fingerprint: Buffer.from(fingerprintOf(message).slice(2), 'hex') };
      });
      return (await prisma.message.createMany({ data, skipDuplicates: true })).count;
    },

    async deleteByIds(ids: string[]): Promise<void> {
      await prisma.message.deleteMany({ where: { id: { in: ids } } });
    },

    readClock: () => readClock(prisma),
    purge: (before: Date) => purge(prisma, before),

    async totals() {
      const { _count, _max } = await prisma.message.aggregate({
        _count: true,
        _max: { createdAt: true },
      });
      const [size] = await prisma.$queryRaw<{ bytes: bigint }[]>`SELECT pg_database_size(current_database()) AS bytes`;
      return {
        total: _count,
        new: await prisma.message.count({ where: { status: 'new' } }),
        spam: await prisma.message.count({ where: { status: 'spam' } }),
        /** Messages that the owner has not been told of. */
        waiting: await prisma.message.count({ where: UNTOLD }),
        waitingSince: (await prisma.message.aggregate({ where: UNTOLD, _min: { createdAt: true } }))._min.createdAt,
        latest: _max.createdAt,
        databaseBytes: Number(size?.bytes),
      };
    },
  };
}

const UUID_SHAPE = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Not Prisma's `cursor`, which stops if its row was deleted. The first condition is for the index. */
function comesAfter({ createdAt, id }: StoredMessage): Prisma.MessageWhereInput {
  return { createdAt: { gte: createdAt }, OR: [{ createdAt: { gt: createdAt } }, { id: { gt: id } }] };
}

function toWhere({ status, search, before }: MessageFilter): Prisma.MessageWhereInput {
  return {
    ...(status !== undefined && { status }),
    ...(before !== undefined && { createdAt: { lt: before } }),
    ...(search !== undefined && {
      OR: [{ name: containing(search) }, { email: containing(search) }, { text: containing(search) }],
    }),
  };
}

// Prisma (7.10) makes an ILIKE of it and does not escape wildcards.
function containing(part: string): Prisma.StringFilter {
  return { contains: part.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' };
}
