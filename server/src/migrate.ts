import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorError } from './operator-error.ts';
import { connectOnce } from './postgres-client.ts';

/** The same for every copy of the server: "port" in ASCII. */
export const MIGRATION_LOCK = 0x706f7274;

const LOCK_PAUSE_MS = 100;

/** The table of Prisma's own engine: `prisma migrate deploy` continues where we stop, and we where it does. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Applies the missing migrations with the table and checksums of `prisma migrate deploy`. An advisory lock lets several
 * servers start at once. Each migration is one transaction, together with its lock and its row in that table: a pooler
 * may give another session to the next one. `signal` cancels it, also while another server migrates.
 * @returns names of the migrations applied now, in order
 * @throws OperatorError if a migration fails or was edited, NoAnswerError, or the signal's reason after an abort
 */
export function migrate(url: string, migrationsDir: string, signal?: AbortSignal): Promise<string[]> {
  return withConnection(url, signal, async (connection) => {
    const migrations = readMigrations(migrationsDir);
    const applied: string[] = [];
    for (;;) {
      await connection.query('BEGIN');
      await takeLock(connection, signal);
      const history = await readHistory(connection);
      refuseUnclearHistory(migrations, history);
      const [next] = findPending(migrations, history);
      if (next) await apply(connection, next);
      await connection.query('COMMIT');
      if (!next) return applied;
      applied.push(next.name);
    }
  });
}

/** Names of the migrations that the database lacks. Changes nothing. */
export function findPendingMigrations(url: string, migrationsDir: string): Promise<string[]> {
  return withConnection(url, undefined, async (connection) =>
    findPending(readMigrations(migrationsDir), await readHistory(connection)).map(({ name }) => name),
  );
}

/** No database answered: it may be starting. */
export class NoAnswerError extends OperatorError {}

const TRUST_ADVICE =
  "This machine does not know who signed the database's certificate: add sslrootcert=<file> with the provider's certificate to the address, or sslmode=no-verify to trust any.";

/** SQLSTATEs of a wrong password, user or database name: waiting does not help. */
const REFUSALS = ['28P01', '28000', '3D000'];

/** The end of the connection rolls back what was not committed. */
async function withConnection<T>(
  url: string,
  signal: AbortSignal | undefined,
  work: (connection: pg.Client) => Promise<T>,
): Promise<T> {
  try {
    return await connectOnce(url, work, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof OperatorError) throw error;
    const { message, code = '' } = error as NodeJS.ErrnoException; // node-postgres and Node throw nothing else
    const isRefused = REFUSALS.includes(code);
    const what = isRefused ? 'PostgreSQL refuses it' : 'no PostgreSQL database answered there';
    const advice = /certificate/i.test(message)
      ? TRUST_ADVICE
      : 'Start the database, or correct address, user, password or name.';
    throw new (isRefused ? OperatorError : NoAnswerError)(`DATABASE_URL: ${what} (${message}). ${advice}`, {
      cause: error,
    });
  }
}

type Migration = Record<'name' | 'sql' | 'checksum', string>;

function readMigrations(migrationsDir: string): Migration[] {
  const folders = readdirSync(migrationsDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).sort();
  return names.map((name) => {
    const sql = readFileSync(join(migrationsDir, name, 'migration.sql'), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** Polls, because a statement that waits could not be cancelled. */
async function takeLock(connection: pg.Client, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const { rows } = await connection.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS taken`,
    );
    if (rows[0]?.taken) return;
    await sleep(LOCK_PAUSE_MS, undefined, { signal });
  }
}

interface HistoryRow {
  id: string;
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

async function readHistory(connection: pg.Client): Promise<HistoryRow[]> {
  const table = await connection.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present");
  if (table.rows[0]?.present !== true) return [];
  const { rows } = await connection.query<HistoryRow>(
    'SELECT id, migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return rows;
}

function findPending(migrations: Migration[], history: HistoryRow[]): Migration[] {
  const applied = new Set(history.filter((row) => row.finished_at !== null).map((row) => row.migration_name));
  return migrations.filter(({ name }) => !applied.has(name));
}

function refuseUnclearHistory(migrations: Migration[], history: HistoryRow[]): void {
  // Never one of ours, whose row is part of its transaction.
  const failed = history.find((row) => row.finished_at === null);
  if (failed) {
    throw new OperatorError(
      `The migration ${failed.migration_name} was begun by Prisma's own command and never finished. Undo by hand what it did, then its row ` +
        `(DELETE FROM _prisma_migrations WHERE id = '${failed.id}'), and start again.`,
    );
  }
  const checksums = new Map(history.map((row) => [row.migration_name, row.checksum]));
  const edited = migrations.filter(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum);
  if (edited.length > 0) {
    throw new OperatorError(
      `The database had these migrations applied with other content than prisma/migrations holds now: ${edited.map(({ name }) => name).join(', ')}. ` +
        'Migrations are never edited after they were applied: restore the files from git.',
    );
  }
}

async function apply(connection: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await connection.query(CREATE_TABLE);
    // A query without parameters may hold several statements.
    await connection.query(sql);
    await connection.query(
      `INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at, applied_steps_count)
       VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
      [name, checksum],
    );
  } catch (error) {
    throw new OperatorError(
      `The database could not be migrated at ${name}: ${error instanceof Error ? error.message : String(error)}. ` +
        'Nothing was served, and what that migration had done was undone. Mend the cause, then start again.',
      { cause: error },
    );
  }
}
