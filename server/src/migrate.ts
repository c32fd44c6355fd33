import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { OperatorError } from './operator-error.ts';

/** Any constant will do, as long as every copy of the server takes the same one: "port" in ASCII. */
const MIGRATION_LOCK = 0x706f7274;

/**
 * Brings a PostgreSQL database up to the migrations of a folder (prisma/migrations).
 *
 * Prisma's own engine does it, as WebAssembly in this process, so the `_prisma_migrations` table and its checksums are those of
 * `prisma migrate deploy`, and no native engine is downloaded. An advisory lock lets any number of servers start at once.
 *
 * @param url connection string
 * @param migrationsDir absolute path of the folder with one sub-folder for each migration
 * @returns names of the migrations applied now, in order
 * @throws OperatorError where a migration failed, now or before, or an applied one was edited since
 */
export async function migrate(url: string, migrationsDir: string): Promise<string[]> {
  const migrations = await readMigrations(migrationsDir);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    // Most starts have nothing to apply: compiling the engine for them would cost more than the rest of the start.
    if (await isUpToDate(client, migrations)) return [];
    return await applyMigrations(url, migrationsDir, migrations);
  } finally {
    await client.end(); // also gives the lock back
  }
}

/** Names of the migrations in the folder that the database has not had yet. Changes nothing. */
export async function findPendingMigrations(url: string, migrationsDir: string): Promise<string[]> {
  const migrations = await readMigrations(migrationsDir);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const applied = await readAppliedMigrations(client);
    return migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name);
  } finally {
    await client.end();
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
  const { engine, release } = await loadEngine(url, to);
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
    await release();
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

async function readAppliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const table = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present");
  if (table.rows[0]?.present !== true) return new Map();
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

async function isUpToDate(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  const applied = await readAppliedMigrations(client);
  return migrations.every(({ name, sql }) => applied.get(name) === checksum(sql));
}

function checksum(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

async function applyMigrations(url: string, migrationsDir: string, migrations: Migration[]): Promise<string[]> {
  const migrationsList: MigrationList = {
    baseDir: migrationsDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(migrationsDir, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
  const { engine, release } = await loadEngine(url);
  try {
    const { editedMigrationNames } = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters: NO_FILTERS,
    });
    if (editedMigrationNames.length > 0) {
      throw new OperatorError(
        `The database had these migrations applied with other content than prisma/migrations holds now: ${editedMigrationNames.join(', ')}. ` +
          'Migrations are never edited after they were applied: restore the files from git.',
      );
    }
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
    return appliedMigrationNames;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The database could not be migrated: ${error instanceof Error ? error.message : String(error)}. ` +
        'Nothing was served. Mend the cause (see the _prisma_migrations table), then start again.',
      { cause: error },
    );
  } finally {
    await release();
  }
}

interface LoadedEngine {
  engine: SchemaEngine;
  /** Frees its memory, and ends its connections, which the engine itself leaves open. */
  release(): Promise<void>;
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

async function loadEngine(url: string, schema?: string): Promise<LoadedEngine> {
  linkedEngine ??= linkEngine();
  const glue = await linkedEngine;
  const { bindMigrationAwareSqlAdapterFactory } = await import('@prisma/driver-adapter-utils');
  const datamodels: [string, string][] | undefined = schema === undefined ? undefined : [['schema.prisma', schema]];
  const pool = new pg.Pool({ connectionString: url });
  const engine: SchemaEngine = await glue.SchemaEngine.new(
    { datamodels },
    () => {},
    bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool)),
  );
  return {
    engine,
    async release() {
      engine.free();
      await pool.end();
    },
  };
}
