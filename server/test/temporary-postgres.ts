import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres.ts';

/** An empty PostgreSQL in a folder of its own, which goes when it is stopped. */
export async function startTemporaryPostgres(): Promise<EmbeddedPostgres> {
  // Not made here: for root, a folder of mode 700 would send the database to /var/lib.
  const dataDir = join(tmpdir(), `portfolio-temporary-${randomUUID()}`);
  const postgres = await startEmbeddedPostgres({ dataDir });
  return {
    ...postgres,
    async stop() {
      await postgres.stop();
      for (const folder of [dataDir, postgres.location])
        await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
