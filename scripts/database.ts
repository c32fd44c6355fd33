import { findCluster } from '../server/src/embedded-postgres/home.ts';
import { startEmbeddedPostgres } from '../server/src/embedded-postgres.ts';
import { parseEnv } from '../server/src/env.ts';
import { migrate } from '../server/src/migrate.ts';
import { OperatorError } from '../server/src/operator-error.ts';
import { placeOf } from '../server/src/postgres-client.ts';
import { TOP } from './project.mjs';
import { step } from './steps.mjs';
import { atStop, stopSignal } from './stopping.mjs';

export const MIGRATIONS_DIR = `${TOP}prisma/migrations`;

/**
 * Gives the connection string of the database that the site uses: DATABASE_URL, left as it is, or the embedded one,
 * running until we stop. `mayCreate`: creates an embedded database if there is none; `mayMigrate`: applies missing
 * migrations. @throws OperatorError, in Portuguese, if there is none: only the owner's commands create none
 */
export async function openDatabase({ mayCreate = false, mayMigrate = true } = {}): Promise<string> {
  const { databaseUrl, dataDir } = parseEnv(process.env, TOP);
  const place = databaseUrl ? placeOf(databaseUrl) : findCluster(dataDir);
  if (!mayCreate) {
    if (!place) {
      throw new OperatorError(
        `Não há banco de dados em ${dataDir}, e nenhum foi criado. Se o site usa outro, diga qual: DATABASE_URL (ou DATA_DIR) no .env ou no ambiente; com docker compose veja docs/deploy.pt-BR.md. O primeiro npm start cria o banco embutido.`,
      );
    }
    process.stderr.write(`Banco de dados: ${place}\n`);
  }
  if (databaseUrl) return databaseUrl;

  const log = (message: string) => process.stderr.write(`${message}\n`);
  const starting = step('Starting PostgreSQL', () => startEmbeddedPostgres(dataDir, log));
  atStop(async () => (await starting.catch(() => undefined))?.stop());
  const { url } = await starting;
  if (mayMigrate) await step('Migrating the database', () => migrate(url, MIGRATIONS_DIR, stopSignal));
  return url;
}
