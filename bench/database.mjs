import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { tsImport } from 'tsx/esm/api';
import { TOP } from '../scripts/project.mjs';
import { atStop } from '../scripts/stopping.mjs';

/** Enough for pgbench's clients and every server's pool. */
const MAX_CONNECTIONS = 250;

/** The settings a durable answer rests on, as they must be. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/**
 * @typedef {object} BenchDatabase a PostgreSQL server of the run's own, gone with it
 * @property {string} version
 * @property {Record<string, string>} settings those that decide about the figures
 * @property {(name: string, template?: string) => Promise<string>} create makes a migrated database, or a copy of another; gives its connection string
 * @property {(url: string, sql: string, values?: unknown[]) => Promise<any[]>} query
 */

/** @returns {Promise<BenchDatabase>} */
export async function startBenchDatabase() {
  /** @type {typeof import('../server/src/embedded-postgres.ts')} */
  const { startEmbeddedPostgres } = await tsImport('../server/src/embedded-postgres.ts', import.meta.url);
  /** @type {typeof import('../server/src/migrate.ts')} */
  const { migrate } = await tsImport('../server/src/migrate.ts', import.meta.url);
  // Not made here: for root, a folder of mode 700 would send the database to /var/lib.
  const dataDir = join(tmpdir(), `portfolio-bench-${randomUUID()}`);
  atStop(() => rm(dataDir, { recursive: true, force: true }));

  const first = await startEmbeddedPostgres({ dataDir });
  await query(first.superuserUrl, `ALTER SYSTEM SET max_connections = ${MAX_CONNECTIONS}`);
  await first.stop();
  const postgres = await startEmbeddedPostgres({ dataDir });
  atStop(() => postgres.stop());

  const settings = await query(
    postgres.superuserUrl,
    `SELECT name, current_setting(name) AS value FROM pg_settings
     WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', 'shared_buffers', 'max_wal_size', 'data_checksums')`,
  );
  const values = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
  for (const [name, wanted] of Object.entries(DURABLE)) {
    if (values[name] !== wanted)
      throw new Error(`PostgreSQL has ${name} = ${values[name]}: what it answers would not be durable`);
  }
  const [{ server_version: version }] = await query(postgres.superuserUrl, 'SHOW server_version');

  return {
    version,
    settings: values,
    query,
    async create(name, template) {
      await query(postgres.superuserUrl, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`);
      const url = new URL(postgres.superuserUrl);
      url.pathname = `/${name}`;
      url.search = ''; // pgbench knows require_auth only from PostgreSQL 16 on
      if (!template) await migrate(url.href, join(TOP, 'prisma/migrations'));
      return url.href;
    },
  };
}

/**
 * @param {string} url
 * @param {string} sql
 * @param {unknown[]} [values]
 * @returns {Promise<any[]>}
 */
async function query(url, sql, values = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Fills the table as years would have: the rows in the order of their time, keys and fingerprints at random.
 *
 * @param {BenchDatabase} database
 * @param {string} url
 * @param {number} rows
 * @param {{ oldestDays: number, newestDays: number }} age
 */
export async function fill({ query: run }, url, rows, { oldestDays, newestDays }) {
  if (rows > 0) {
    await run(
      url,
      `INSERT INTO messages (id, name, email, text, fingerprint, created_at)
       SELECT gen_random_uuid(), 'Ana Souza', 'ana.souza@example.com',
              'Olá! Vi o seu portfólio e gostei muito do projeto de pixel art. Podemos conversar sobre uma vaga? Mensagem ' || lpad(i::text, 12, '0'),
              sha256(gen_random_uuid()::text::bytea),
              now() - interval '1 day' * ($2::float8 - ($2::float8 - $3::float8) * i / $1::float8)
       FROM generate_series(1, $1::int) AS i`,
      [rows, oldestDays, newestDays],
    );
  }
  await run(url, 'VACUUM ANALYZE messages');
}
