import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startTemporaryPostgres } from '../server/test/temporary-postgres.ts';
import { POSTGRES_URL_VARIABLE } from './stored-messages.ts';

const BUILT = ['../client/dist-e2e/inicio.html', '../server/dist/index.js'];

/** Starts the one PostgreSQL of the run; each worker creates its own database in it. */
export default async function startPostgresOfTheRun(): Promise<() => Promise<void>> {
  for (const file of BUILT) {
    await access(fileURLToPath(new URL(file, import.meta.url))).catch(() => {
      throw new Error(`${file.slice(3)} is missing: "npm test" builds it.`);
    });
  }
  // Playwright cleans up only after Ctrl-C; another signal would leave PostgreSQL behind.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.emit('SIGINT'));
  const postgres = await startTemporaryPostgres();
  process.env[POSTGRES_URL_VARIABLE] = postgres.superuserUrl;
  return postgres.stop;
}
