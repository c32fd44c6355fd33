import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres.ts';

/** Commits survive a kill, but not a power failure, which no test is about; a database takes a third of the time. */
const QUICK = { fsync: 'off', full_page_writes: 'off' };

/** An empty PostgreSQL in a temporary folder, which `stop` deletes. @param settings of the server */
export async function startTemporaryPostgres(
  settings: Record<string, string | number> = QUICK,
): Promise<EmbeddedPostgres> {
  // Not made here: for root, a folder of mode 700 would send the database to /var/lib.
  const dataDir = join(tmpdir(), `portfolio-temporary-${randomUUID()}`);
  let postgres = await startEmbeddedPostgres(dataDir);
  const client = new pg.Client({ connectionString: postgres.superuserUrl });
  await client.connect();
  for (const [name, value] of Object.entries(settings)) await client.query(`ALTER SYSTEM SET ${name} = ${value}`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  if (settings !== QUICK) {
    await postgres.stop();
    postgres = await startEmbeddedPostgres(dataDir);
  }
  return {
    ...postgres,
    async stop() {
      await postgres.stop();
      for (const folder of [dataDir, postgres.location])
        await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
