import { join } from 'node:path';
import pg from 'pg';
import { TOP } from '../scripts/project.mjs';
import { atStop } from '../scripts/stopping.mjs';
import { migrate } from '../server/src/migrate.ts';
import { startTemporaryPostgres } from '../server/test/temporary-postgres.ts';

/** Enough for pgbench's clients and every server's pool. */
const MAX_CONNECTIONS = 250;

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

export interface BenchDatabase {
  version: string;
  /** The settings that affect the figures. */
  settings: Record<string, string>;
  /** Creates a migrated database, or a copy of another. Gives its connection string. */
  create(name: string, template?: string): Promise<string>;
  query: typeof query;
}

export async function startBenchDatabase(): Promise<BenchDatabase> {
  const postgres = await startTemporaryPostgres({ max_connections: MAX_CONNECTIONS });
  atStop(postgres.stop);

  const settings = await query<{ name: string; value: string }>(
    postgres.superuserUrl,
    `SELECT name, current_setting(name) AS value FROM pg_settings
     WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', 'shared_buffers', 'max_wal_size', 'data_checksums')`,
  );
  const values = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
  for (const [name, wanted] of Object.entries(DURABLE)) {
    if (values[name] !== wanted)
      throw new Error(`PostgreSQL has ${name} = ${values[name]}: what it answers would not be durable`);
  }
  const [row] = await query<{ server_version: string }>(postgres.superuserUrl, 'SHOW server_version');

  return {
    version: row?.server_version ?? '',
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

async function query<Row extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** In order of time, with random keys and fingerprints. */
export async function fill(
  { query: run }: BenchDatabase,
  url: string,
  rows: number,
  { oldestDays, newestDays }: { oldestDays: number; newestDays: number },
): Promise<void> {
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
