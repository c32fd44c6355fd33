import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { diffSchemas, findPendingMigrations, migrate } from '../src/migrate.ts';
import { MIGRATIONS_DIR, PRISMA_DIR } from './migrations-dir.ts';
import { createEmptyDatabase, createTestDatabase } from './support.ts';

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

  it('from several servers at once applies each migration once', async () => {
    const url = await createEmptyDatabase();
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url, MIGRATIONS_DIR)));
    expect(applied.flat()).toEqual(names);
  });

  it('is refused where an applied migration was edited since', async () => {
    const { url } = await createTestDatabase();
    const copy = mkdtempSync(join(tmpdir(), 'portfolio-migrations-'));
    cpSync(MIGRATIONS_DIR, copy, { recursive: true });
    writeFileSync(join(copy, String(names[0]), 'migration.sql'), 'SELECT 1;');
    await expect(migrate(url, copy)).rejects.toThrow(/never edited/);
  });

  it('says what failed, and is refused from then on, when a migration cannot be applied', async () => {
    const url = await createEmptyDatabase();
    await query(url, 'CREATE TABLE messages (id int)');
    await expect(migrate(url, MIGRATIONS_DIR)).rejects.toThrow(/could not be migrated/);
    await expect(migrate(url, MIGRATIONS_DIR)).rejects.toThrow(/could not be migrated/);
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
    const indexes = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`;
    const enums =
      'SELECT t.typname, e.enumlabel FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid ORDER BY 1, e.enumsortorder';
    for (const sql of [columns, indexes, enums]) {
      expect(await query(migrated.url, sql)).toEqual(await query(pushed, sql));
    }
  });
});
