import { setFlagsFromString } from 'node:v8';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/prisma/client.ts';
import type { Logger } from './log.ts';
import { poolTo } from './postgres-client.ts';

// Prisma's query compiler is WebAssembly, of which the raw statements that the server sends use next to nothing: without this V8 optimises
// all of it in the background, for 15 MB of memory.
setFlagsFromString('--liftoff-only');

/** PostgreSQL could not be reached, or could not do its work at this moment. Trying again later is right. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

export interface Database {
  prisma: PrismaClient;
  /** Disconnects, once the statements in flight have ended. */
  close(): Promise<void>;
}

/**
 * Connects lazily: the process starts, and recovers by itself, while the database is away.
 *
 * @param url a PostgreSQL connection string
 * @param timeoutMs for connecting and for a statement, each; a connection that kept someone waiting for longer is given up
 * @param lockTimeoutMs for a lock that a statement needs; 0: none but the statement's own
 */
export function createDatabase(url: string, log: Logger, timeoutMs: number, lockTimeoutMs = 0): Database {
  const pool = new pg.Pool({
    ...poolTo(url),
    max: 10,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
    // Prisma's adapter sends times without their offset, and drops the offset of those it reads: only in UTC are they what was stored.
    // A database made on the owner's machine speaks that machine's time zone. Not as a connection option, which PgBouncer refuses.
    onConnect: (client) => client.query(`SET TIME ZONE 'UTC'; SET lock_timeout = ${lockTimeoutMs}`),
  });
  // An idle connection that breaks is no one's request: without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));

  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: nameStatement }),
    errorFormat: 'minimal',
  });
  return {
    prisma,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

const statementNames = new Map<string, string>();

/** A name for each distinct statement lets PostgreSQL parse and plan it once a connection. */
function nameStatement({ sql }: { sql: string }): string {
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  const name = `s${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
}
