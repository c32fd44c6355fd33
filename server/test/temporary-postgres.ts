import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres.ts';

/**
 * An empty PostgreSQL in a folder of its own, which goes when it is stopped. It keeps what was committed when its processes are killed, but
 * not when the machine loses power: no test is about that, and a database for each test takes a third of the time.
 */
export async function startTemporaryPostgres(): Promise<EmbeddedPostgres> {
  // Not made here: for root, a folder of mode 700 would send the database to /var/lib.
  const dataDir = join(tmpdir(), `portfolio-temporary-${randomUUID()}`);
  const postgres = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: postgres.superuserUrl });
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes']) await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  return {
    ...postgres,
    async stop() {
      await postgres.stop();
      for (const folder of [dataDir, postgres.location])
        await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
