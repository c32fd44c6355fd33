import { tsImport } from 'tsx/esm/api';
import { TOP } from './project.mjs';
import { step } from './steps.mjs';
import { atStop, stopSignal } from './stopping.mjs';

/**
 * Gives the connection string of the database the site uses: DATABASE_URL, which is left as it is, or the embedded one, running and migrated until
 * we stop. It may be in use by the site at the same time.
 *
 * @returns {Promise<string>}
 */
export async function openDatabase() {
  /** @type {typeof import('../server/src/env.ts')} */
  const { parseEnv } = await tsImport('../server/src/env.ts', import.meta.url);
  const { databaseUrl, dataDir } = parseEnv(process.env, TOP);
  if (databaseUrl) return databaseUrl;

  /** @type {typeof import('../server/src/embedded-postgres.ts')} */
  const { startEmbeddedPostgres } = await tsImport('../server/src/embedded-postgres.ts', import.meta.url);
  const starting = step('Starting PostgreSQL', () =>
    startEmbeddedPostgres({ dataDir, log: (message) => process.stderr.write(`${message}\n`) }),
  );
  atStop(async () => (await starting.catch(() => undefined))?.stop());
  const { url } = await starting;

  /** @type {typeof import('../server/src/migrate.ts')} */
  const { migrate } = await tsImport('../server/src/migrate.ts', import.meta.url);
  await step('Migrating the database', () => migrate(url, `${TOP}prisma/migrations`, stopSignal));
  return url;
}
