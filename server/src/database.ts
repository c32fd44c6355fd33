import { setFlagsFromString } from 'node:v8';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/prisma/client.ts';
import type { Logger } from './log.ts';
import { poolTo } from './postgres-client.ts';

// Prisma's query compiler is WebAssembly, of which the server's raw statements use next to nothing: without this V8 optimises all of it in the
// background, for 15 MB of memory. The owner's model calls are no slower for it (an export of 1,000,000 messages: 19.6 s of processor time to 19.3).
setFlagsFromString('--liftoff-only');
// Nor need it be validated whole at the start: each of its functions is when it is first called.
setFlagsFromString('--wasm-lazy-validation');

/** PostgreSQL could not be reached, or could not do its work at this moment. Trying again later is right. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** More is waiting than can be stored in time: it was not taken, and may be sent again. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/**
 * Connects lazily: the process starts, and recovers by itself, while the database is away.
 *
 * @param url a PostgreSQL connection string
 * @param timeoutMs for connecting and for a statement, each; a connection that kept someone waiting for longer is given up
 * @param lockTimeoutMs for a lock that a statement needs; 0: none but the statement's own
 */
export function createDatabase(url: string, log: Logger, timeoutMs: number, lockTimeoutMs = 0) {
  const pool = new pg.Pool({
    ...poolTo(url),
    max: 10,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
    // Prisma's adapter sends times without their offset, and drops the offset of those it reads: only in UTC are they what was stored.
    // A database made on the owner's machine speaks that machine's time zone. Not as a connection option, which PgBouncer refuses.
    // The last one guards 2xx against a database or role whose default is to acknowledge before the commit is on disk.
    onConnect: (client) =>
      client.query(`SET TIME ZONE 'UTC'; SET lock_timeout = ${lockTimeoutMs};
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')`),
  });
  // An idle connection that breaks is no one's request: without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));

  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: nameStatement }),
    errorFormat: 'minimal',
  });
  return {
    prisma,
    /** Disconnects, once the statements in flight have ended. */
    async close(): Promise<void> {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

const statementNames = new Map<string, string>();

/** A name for each distinct statement lets PostgreSQL parse and plan it once a connection. */
function nameStatement({ sql }: { sql: string }): string {
  const name = statementNames.get(sql) ?? `s${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
}

/**
 * Waits for a query.
 *
 * Our statements never change and their values are checked, so the only failures that are ours are PostgreSQL's classes 22
 * (data), 23 (constraint) and 42 (unknown table, syntax). Everything else speaks of the database's state: gone, restarting, out of
 * connections, read-only, disk full, timed out, and whatever else befalls one.
 *
 * @throws DatabaseUnavailableError in place of an error that speaks of the database's state
 */
export async function mapDatabaseErrors<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    if (/^(22|23|42)/.test(findSqlState(error) ?? '')) throw error;
    throw new DatabaseUnavailableError('PostgreSQL is away', { cause: error });
  }
}

/** PostgreSQL's code of what made a query of Prisma fail (SQLSTATE): Prisma hands on what the driver said. */
export function findSqlState(error: unknown): string | undefined {
  const failure = error as { meta?: { driverAdapterError?: { cause?: { originalCode?: string } } } } | undefined;
  return failure?.meta?.driverAdapterError?.cause?.originalCode;
}
