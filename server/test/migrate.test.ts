import { execFile, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { diffSchemas } from '../../prisma/schema-engine.ts';
import { findPendingMigrations, migrate } from '../src/migrate.ts';
import { OperatorError } from '../src/operator-error.ts';
import { MIGRATIONS_DIR, PRISMA_DIR } from './migrations-dir.ts';
import { createEmptyDatabase, createTestDatabase, createTestFolder } from './support.ts';

const names = readdirSync(MIGRATIONS_DIR, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

function copyMigrations(): string {
  const copy = createTestFolder();
  cpSync(MIGRATIONS_DIR, copy, { recursive: true });
  return copy;
}

// Gives the script of the new, last migration.
function addMigration(copy: string, name: string, sql: string): string {
  const script = join(copy, name, 'migration.sql');
  mkdirSync(join(copy, name));
  writeFileSync(script, sql);
  return script;
}

async function migratedButForOne() {
  const { url } = await createTestDatabase();
  const copy = copyMigrations();
  const added = '20990101000000_added';
  addMigration(copy, added, 'CREATE TABLE added (id int);');
  return { url, copy, added };
}

/** Runs Prisma's own CLI. npm does not bring its native engine; cli-engine.mjs runs the same engine as WebAssembly. */
async function migrateDeploy(url: string): Promise<string> {
  const top = join(import.meta.dirname, '../..');
  const cli = join(top, 'node_modules/prisma/build/index.js');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'migrate', 'deploy'], {
    cwd: top,
    env: {
      ...process.env,
      DATABASE_URL: url,
      PRISMA_SCHEMA_ENGINE_BINARY: join(import.meta.dirname, 'cli-engine.mjs'),
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  });
  return stdout;
}

/** A test's slow migration waits for it. */
const ANY_LOCK = 4711;

async function takeAnyLock(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SELECT pg_advisory_lock($1)', [ANY_LOCK]);
  return client;
}

async function blockedMigration(afterwards = '') {
  const url = await createEmptyDatabase();
  const copy = copyMigrations();
  const slow = '20990101000000_slow';
  addMigration(copy, slow, `CREATE TABLE half (id int); SELECT pg_advisory_lock(${ANY_LOCK}); ${afterwards}`);
  return { url, copy, slow, blocker: await takeAnyLock(url) };
}

async function untilWaiting(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      'SELECT FROM pg_locks WHERE NOT granted AND objid = $1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())',
      [ANY_LOCK],
    );
    if (rows.length > 0) return;
    await pause(20);
  }
}

describe('migrating', () => {
  it('an empty database applies every migration, in order, and again applies none', async () => {
    const url = await createEmptyDatabase();
    expect(await findPendingMigrations(url, MIGRATIONS_DIR)).toEqual(names);
    expect(await migrate(url, MIGRATIONS_DIR)).toEqual(names);
    expect(await migrate(url, MIGRATIONS_DIR)).toEqual([]);
    expect(await findPendingMigrations(url, MIGRATIONS_DIR)).toEqual([]);
  });

  it('leaves the table and checksums that `prisma migrate deploy` looks for', async () => {
    const { url } = await createTestDatabase();
    const applied = await query(url, 'SELECT * FROM _prisma_migrations ORDER BY started_at');
    expect(applied).toMatchObject(
      names.map((name) => ({
        migration_name: name,
        checksum: createHash('sha256')
          .update(readFileSync(join(MIGRATIONS_DIR, name, 'migration.sql')))
          .digest('hex'),
        applied_steps_count: 1,
        rolled_back_at: null,
        logs: null,
      })),
    );
    expect(applied.every((row) => row.finished_at !== null)).toBe(true);
  });

  // Windows runs no script by its first line, and there is no other way to give the CLI an engine.
  it.skipIf(process.platform === 'win32')('leaves nothing to do for `prisma migrate deploy`', async () => {
    const { url } = await createTestDatabase();
    expect(await migrateDeploy(url)).toMatch(/No pending migrations to apply/);
    // Not because it never has anything to do: this engine applies what is missing.
    const empty = await createEmptyDatabase();
    expect(await migrateDeploy(empty)).toContain(names[0]);
    expect(await migrate(empty, MIGRATIONS_DIR)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'takes over a database that Prisma migrated, and makes the same one',
    async () => {
      const theirs = await createEmptyDatabase();
      await migrateDeploy(theirs);
      const before = await query(theirs, 'SELECT * FROM _prisma_migrations ORDER BY started_at');
      expect(await migrate(theirs, MIGRATIONS_DIR)).toEqual([]);
      expect(await query(theirs, 'SELECT * FROM _prisma_migrations ORDER BY started_at')).toEqual(before);

      const { url: ours } = await createTestDatabase();
      for (const sql of [
        `SELECT table_name, column_name, data_type, character_maximum_length, datetime_precision, is_nullable, column_default
       FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`,
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
        'SELECT migration_name, checksum, applied_steps_count, logs FROM _prisma_migrations ORDER BY started_at',
      ]) {
        expect(await query(ours, sql)).toEqual(await query(theirs, sql));
      }
    },
  );

  it('says what to do where Prisma left one half-way, and goes on once that is done', async () => {
    const { url, copy, added } = await migratedButForOne();
    // As Prisma's engine leaves it if it fails.
    await query(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES (gen_random_uuid(), '', '${added}', 'failed')`,
    );
    const refused: unknown = await migrate(url, copy).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OperatorError);
    expect(String(refused)).toContain(`The migration ${added} was begun by Prisma's own command and never finished.`);
    await query(url, String(/DELETE FROM [^)]+/.exec(String(refused))));
    expect(await migrate(url, copy)).toEqual([added]);
  });

  it('applies one again that was marked as rolled back', async () => {
    const { url, copy, added } = await migratedButForOne();
    // As `prisma migrate resolve --rolled-back` leaves it.
    await query(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, rolled_back_at)
       VALUES (gen_random_uuid(), 'of what it held then', '${added}', 'failed', now())`,
    );
    expect(await migrate(url, copy)).toEqual([added]);
    expect(await query(url, "SELECT to_regclass('added') IS NOT NULL AS made")).toEqual([{ made: true }]);
    expect(await migrate(url, copy)).toEqual([]);
  });

  it('from several servers at once applies each migration once', async () => {
    const url = await createEmptyDatabase();
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url, MIGRATIONS_DIR)));
    expect(applied.flat().sort()).toEqual(names);
  });

  it('is refused where an applied migration was edited since', async () => {
    const { url } = await createTestDatabase();
    const copy = copyMigrations();
    writeFileSync(join(copy, String(names[0]), 'migration.sql'), 'SELECT 1;');
    await expect(migrate(url, copy)).rejects.toThrow(/never edited/);
  });

  it('says which one failed and why, undoes what it did, and goes on once the cause is mended', async () => {
    const { url } = await createTestDatabase();
    const copy = copyMigrations();
    const added = '20990101000000_added';
    const file = addMigration(copy, added, 'CREATE TABLE half (id int); CREATE TABLE messages (id int);');
    for (const _again of [1, 2]) {
      await expect(migrate(url, copy)).rejects.toThrow(
        `could not be migrated at ${added}: relation "messages" already exists`,
      );
      expect(await query(url, "SELECT to_regclass('half') AS made")).toEqual([{ made: null }]);
    }
    writeFileSync(file, 'CREATE TABLE half (id int);');
    expect(await migrate(url, copy)).toEqual([added]);
  });

  it('takes a script as PostgreSQL does, with semicolons in its texts and functions', async () => {
    const { url } = await createTestDatabase();
    const copy = copyMigrations();
    addMigration(
      copy,
      '20990101000000_semicolons',
      "CREATE FUNCTION said() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a; b'; END; $$; -- done; really",
    );
    await migrate(url, copy);
    expect(await query(url, 'SELECT said()')).toEqual([{ said: 'a; b' }]);
  });

  it('is done by the next start when the process was killed in the middle of one', async () => {
    const { url, copy, slow, blocker } = await blockedMigration('CREATE TABLE other_half (id int);');

    const victim = fork(join(import.meta.dirname, 'migrating-process.ts'), [url, copy], {
      execArgv: ['--import', 'tsx'],
    });
    await untilWaiting(blocker);
    const ended = once(victim, 'exit');
    victim.kill('SIGKILL');
    await ended;

    const next = migrate(url, copy);
    await blocker.end();
    expect(await next).toEqual([slow]);
    expect(
      await query(url, "SELECT to_regclass('half') IS NOT NULL AND to_regclass('other_half') IS NOT NULL AS made"),
    ).toEqual([{ made: true }]);
    expect(await query(url, 'SELECT migration_name FROM _prisma_migrations ORDER BY started_at')).toEqual(
      [...names, slow].map((migration_name) => ({ migration_name })),
    );
  });

  it('gives up when it is told to, and leaves nothing half done', async () => {
    const { url, copy, slow, blocker } = await blockedMigration();
    const stop = new AbortController();
    const migrating = migrate(url, copy, stop.signal);
    await untilWaiting(blocker);
    stop.abort(new Error('told to stop'));
    await expect(migrating).rejects.toThrow('told to stop');
    await blocker.end();
    expect(await migrate(url, copy)).toEqual([slow]);
  });
});

describe('schema.prisma', () => {
  it('and the migrations make the same database', async () => {
    const schema = readFileSync(join(PRISMA_DIR, 'schema.prisma'), 'utf8');
    const migrated = await createTestDatabase();
    const pushed = await createEmptyDatabase();
    await query(pushed, await diffSchemas(pushed, null, schema));
    const columns = `
      SELECT table_name, column_name, data_type, udt_name, is_nullable, column_default, datetime_precision
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1, 2`;
    // Prisma's schema has no partial indexes.
    const indexes = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' AND indexdef NOT LIKE '% WHERE %' ORDER BY 1`;
    const enums =
      'SELECT t.typname, e.enumlabel FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid ORDER BY 1, e.enumsortorder';
    for (const sql of [columns, indexes, enums]) {
      expect(await query(migrated.url, sql)).toEqual(await query(pushed, sql));
    }
  });
});
