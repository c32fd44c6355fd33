import { tsImport } from 'tsx/esm/api';
import { nameOf } from './database-name.mjs';
import { TOP } from './project.mjs';
import { CommandFailed } from './run.mjs';
import { step } from './steps.mjs';
import { atStop, stopSignal } from './stopping.mjs';

/**
 * Gives the connection string of the database the site uses: DATABASE_URL, which is left as it is, or the embedded one, running and migrated until
 * we stop. It may be in use by the site at the same time.
 *
 * @param {{ mayCreate?: boolean }} [options] `mayCreate`: where there is no embedded database, makes one
 * @returns {Promise<string>}
 * @throws {CommandFailed} where there is none, and says so in Portuguese: only the owner's commands make none
 */
export async function openDatabase({ mayCreate = false } = {}) {
  /** @type {typeof import('../server/src/env.ts')} */
  const { parseEnv } = await tsImport('../server/src/env.ts', import.meta.url);
  const { databaseUrl, dataDir } = parseEnv(process.env, TOP);
  if (databaseUrl) {
    if (!mayCreate) sayWhere(nameOf(databaseUrl));
    return databaseUrl;
  }

  /** @type {typeof import('../server/src/embedded-postgres/home.ts')} */
  const { findCluster } = await tsImport('../server/src/embedded-postgres/home.ts', import.meta.url);
  const cluster = findCluster(dataDir);
  if (!mayCreate) {
    if (!cluster) {
      throw new CommandFailed(
        `Não há banco de dados em ${dataDir}, e nenhum foi criado. Se o site usa outro, diga qual: DATABASE_URL (ou DATA_DIR) no .env ou no ambiente; na pilha do docker compose veja docs/stack.md. O primeiro npm start cria o banco embutido.`,
      );
    }
    sayWhere(cluster);
  }

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

/** @param {string} place */
function sayWhere(place) {
  process.stderr.write(`Banco de dados: ${place}\n`);
}
