import pino from 'pino';
import { createDatabase } from '../database.ts';
import { createOwnerStore } from '../messages/owner-store.ts';
import { findPendingMigrations } from '../migrate.ts';
import { OperatorError } from '../operator-error.ts';

/** For a statement that reads every row, on a slow machine with a busy site. */
const TIMEOUT_MS = 120_000;

/** Opens the messages for the owner. @throws OperatorError where no database answers, or it lacks migrations */
export async function openOwnerStore(url: string, migrationsDir: string) {
  const pending = await findPendingMigrations(url, migrationsDir);
  if (pending.length > 0) {
    throw new OperatorError(
      `The database lacks these migrations: ${pending.join(', ')}. Start the site once, which applies them (npm start), then try again.`,
    );
  }
  const { prisma, close } = createDatabase(url, pino({ enabled: false }), TIMEOUT_MS);
  return { ...createOwnerStore(prisma), close };
}
