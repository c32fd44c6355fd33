import { setFlagsFromString } from 'node:v8';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Logger } from 'pino';
import { PrismaClient } from './generated/prisma/client.ts';
import { poolTo } from './postgres-client.ts';

// Without this V8 optimises all of Prisma's query compiler (WebAssembly), of which the server uses little, and needs 15
// MB of memory for it. The owner's model calls are not slower.
setFlagsFromString('--liftoff-only');
setFlagsFromString('--wasm-lazy-validation');

/** PostgreSQL could not be reached, or could not do its work now. A later try may succeed. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/**
 * Connects at the first query: the process starts, and recovers, while the database is away. `timeoutMs` limits
 * connecting and each statement (a connection that exceeds it is given up); `lockTimeoutMs` limits how long a statement
 * waits for a lock (0: no limit).
 */
export function createDatabase(url: string, log: Logger, timeoutMs: number, lockTimeoutMs = 0) {
  const pool = new pg.Pool({
    ...poolTo(url),
    max: 10,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
    // Prisma's adapter drops time offsets, so the session must be in UTC. PgBouncer refuses it as a connection option.
    // 2xx needs a commit that is on disk, whatever the default of the database or role is.
    // A plan is made once per connection, so it must not depend on how few rows there are yet: by index.
    onConnect: (client) =>
      client.query(`SET TIME ZONE 'UTC'; SET lock_timeout = ${lockTimeoutMs};
        SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')`),
  });
  // Without a listener an error on an idle connection would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));

  const prisma = new PrismaClient({
    // Some poolers lend each statement another session, which does not know the names (Prisma's own word for them).
    adapter: new PrismaPg(pool, /[?&]pgbouncer=true(&|$)/.test(url) ? {} : { statementNameGenerator: nameStatement }),
    errorFormat: 'minimal',
  });
  return {
    prisma,
    /** Disconnects after the statements in flight have ended. */
    async close(): Promise<void> {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

const statementNames = new Map<string, string>();

/** PostgreSQL parses and plans a named statement once per connection. */
function nameStatement({ sql }: { sql: string }): string {
  const name = statementNames.get(sql) ?? `s${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
}

/**
 * Waits for a query. SQLSTATE classes 22 (data), 23 (constraint) and 42 (unknown table, syntax) are our own faults.
 * @throws DatabaseUnavailableError for any other error, because it is about the state of the database
 */
export async function mapDatabaseErrors<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    if (/^(22|23|42)/.test(findSqlState(error) ?? '')) throw error;
    throw new DatabaseUnavailableError('PostgreSQL is away', { cause: error });
  }
}

/** PostgreSQL's code (SQLSTATE) in an error of Prisma. */
export function findSqlState(error: unknown): string | undefined {
  const failure = error as { meta?: { driverAdapterError?: { cause?: { originalCode?: string } } } } | undefined;
  return failure?.meta?.driverAdapterError?.cause?.originalCode;
}
