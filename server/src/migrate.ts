import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { OperatorError } from './operator-error.ts';
import { poolTo } from './postgres-client.ts';

/** Any constant will do, as long as every copy of the server takes the same one: "port" in ASCII. */
export const MIGRATION_LOCK = 0x706f7274;

/** How long a server behind a firewall that drops packets may say nothing, and how often to ask for the lock. In milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000;
const LOCK_PAUSE_MS = 100;

/**
 * Brings a PostgreSQL database up to the migrations of a folder (prisma/migrations).
 *
 * Prisma's own engine does it, as WebAssembly in this process, so the `_prisma_migrations` table and its checksums are those of
 * `prisma migrate deploy`, and no native engine is downloaded. An advisory lock lets any number of servers start at once. Each migration is
 * one transaction, together with its row in that table: one that fails, or whose process is killed, leaves nothing behind.
 *
 * @param url connection string
 * @param migrationsDir absolute path of the folder with one sub-folder for each migration
 * @param signal gives up, also while another server migrates
 * @returns names of the migrations applied now, in order
 * @throws OperatorError where a migration failed, or an applied one was edited since; the signal's reason once that is aborted
 */
export async function migrate(url: string, migrationsDir: string, signal?: AbortSignal): Promise<string[]> {
  const migrations = await readMigrations(migrationsDir);
  signal?.throwIfAborted();
  const pool = new SingleConnection(url);
  const breakOff = () => void pool.breakOff();
  signal?.addEventListener('abort', breakOff);
  try {
    await takeLock(pool, signal);
    // Most starts have nothing to apply: compiling the engine for them would cost more than the rest of the start.
    if (await isUpToDate(pool, migrations)) return [];
    return await applyMigrations(pool, migrationsDir, migrations);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', breakOff);
    await pool.breakOff(); // also gives the lock back, and undoes what was not committed
  }
}

/** Names of the migrations in the folder that the database has not had yet. Changes nothing. */
export async function findPendingMigrations(url: string, migrationsDir: string): Promise<string[]> {
  const migrations = await readMigrations(migrationsDir);
  const pool = new SingleConnection(url);
  try {
    const applied = await readAppliedMigrations(pool);
    return migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name);
  } finally {
    await pool.breakOff();
  }
}

/**
 * The SQL that leads from one Prisma schema to another.
 *
 * @param url any PostgreSQL database: the engine connects to one, but neither reads nor changes anything in it
 * @param from text of the older schema; null for an empty database
 * @param to text of the newer schema
 * @returns a migration script, or a comment that it is empty
 */
export async function diffSchemas(url: string, from: string | null, to: string): Promise<string> {
  const pool = new SingleConnection(url);
  const engine = await loadEngine(pool, to);
  try {
    const { stdout } = await engine.diff({
      from: from === null ? { tag: 'empty' } : schemaTarget(from),
      to: schemaTarget(to),
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    });
    return stdout ?? '';
  } finally {
    engine.free();
    await pool.breakOff();
  }
}

/**
 * A pool, as Prisma's adapter wants one, of one connection: the lock, the transaction and the engine's statements are all on it, and end with it.
 */
class SingleConnection extends pg.Pool {
  readonly #clients = new Set<pg.Client>();
  /** What PostgreSQL said of a script it refused. The engine tells of it only that the transaction is aborted. */
  scriptError: unknown;

  constructor(url: string) {
    super({ ...poolTo(url), max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    this.on('connect', (client) => this.#clients.add(client));
    // Whoever asks next hears of it.
    this.on('error', () => {});
  }

  /** Ends it at once, whatever statement may be running. */
  async breakOff(): Promise<void> {
    if (!this.ending) void this.end();
    await Promise.all([...this.#clients].map((client) => client.end()));
  }
}

interface Migration {
  name: string;
  sql: string;
}

const NO_FILTERS = { externalTables: [], externalEnums: [] };

function schemaTarget(content: string) {
  return { tag: 'schemaDatamodel' as const, files: [{ path: 'schema.prisma', content }] };
}

async function readMigrations(migrationsDir: string): Promise<Migration[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names
      .sort()
      .map(async (name) => ({ name, sql: await readFile(join(migrationsDir, name, 'migration.sql'), 'utf8') })),
  );
}

async function readAppliedMigrations(client: pg.Pool): Promise<Map<string, string>> {
  const table = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present");
  if (table.rows[0]?.present !== true) return new Map();
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

async function isUpToDate(client: pg.Pool, migrations: Migration[]): Promise<boolean> {
  const applied = await readAppliedMigrations(client);
  return migrations.every(({ name, sql }) => applied.get(name) === checksum(sql));
}

function checksum(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** By asking again and again: a statement that waits could not be called back. */
async function takeLock(pool: pg.Pool, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK]);
    if (rows[0]?.taken) return;
    await sleep(LOCK_PAUSE_MS, undefined, { signal });
  }
}

async function applyMigrations(
  pool: SingleConnection,
  migrationsDir: string,
  migrations: Migration[],
): Promise<string[]> {
  const lockfile = {
    path: 'migration_lock.toml',
    content: await readFile(join(migrationsDir, 'migration_lock.toml'), 'utf8'),
  };
  const listOf = (listed: Migration[]): MigrationList => ({
    baseDir: migrationsDir,
    lockfile,
    shadowDbInitScript: '',
    migrationDirectories: listed.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  });
  const engine = await loadEngine(pool);
  let current = '';
  try {
    const { editedMigrationNames } = await engine.diagnoseMigrationHistory({
      migrationsList: listOf(migrations),
      optInToShadowDatabase: false,
      filters: NO_FILTERS,
    });
    if (editedMigrationNames.length > 0) {
      throw new OperatorError(
        `The database had these migrations applied with other content than prisma/migrations holds now: ${editedMigrationNames.join(', ')}. ` +
          'Migrations are never edited after they were applied: restore the files from git.',
      );
    }
    const before = await readAppliedMigrations(pool);
    const applied: string[] = [];
    for (const [index, { name }] of migrations.entries()) {
      if (before.has(name)) continue;
      current = ` at ${name}`;
      await pool.query('BEGIN');
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: listOf(migrations.slice(0, index + 1)),
        filters: NO_FILTERS,
      });
      await pool.query('COMMIT');
      applied.push(...appliedMigrationNames);
    }
    return applied;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const cause = pool.scriptError ?? error;
    throw new OperatorError(
      `The database could not be migrated${current}: ${cause instanceof Error ? cause.message : String(cause)}. ` +
        'Nothing was served, and what that migration had done was undone. Mend the cause, then start again.',
      { cause },
    );
  } finally {
    engine.free();
  }
}

/**
 * The package's own entry imports its .wasm file as a module, which Node 20 cannot do: read and link it here. Once a process: the
 * glue keeps views of the memory it was linked to first.
 */
async function linkEngine() {
  const glueFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const glue = await import(pathToFileURL(glueFile).href);
  const wasm = await readFile(join(dirname(glueFile), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  // Proven by the package's own schema_engine.js, which makes this same call right after linking.
  (instance.exports['__wbindgen_start'] as () => void)();
  return glue;
}

let linkedEngine: ReturnType<typeof linkEngine> | undefined;

/** The caller frees it. */
async function loadEngine(pool: SingleConnection, schema?: string): Promise<SchemaEngine> {
  linkedEngine ??= linkEngine();
  const glue = await linkedEngine;
  const { bindMigrationAwareSqlAdapterFactory } = await import('@prisma/driver-adapter-utils');
  const datamodels: [string, string][] | undefined = schema === undefined ? undefined : [['schema.prisma', schema]];
  return glue.SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(createAdapter(pool)));
}

/** Prisma's adapter, but for scripts: it would cut them at each semicolon, also at one in a text or in a function. */
function createAdapter(pool: SingleConnection): PrismaPg {
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.executeScript = async (script) => {
      await pool.query(script).catch((error: unknown) => {
        pool.scriptError = error;
        throw error;
      });
    };
    return adapter;
  };
  return factory;
}
