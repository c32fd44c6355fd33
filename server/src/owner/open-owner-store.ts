import pino from 'pino';
import { createDatabase } from '../database.ts';
import { createOwnerStore, type OwnerStore } from '../messages/owner-store.ts';
import { findPendingMigrations } from '../migrate.ts';
import { OperatorError } from '../operator-error.ts';

/** For a statement that reads every row, on a slow machine beside a busy site. In milliseconds. */
const TIMEOUT_MS = 120_000;

/**
 * Opens the messages of a database that has them, for the owner.
 *
 * @param url connection string
 * @param migrationsDir absolute path of prisma/migrations
 * @throws OperatorError where no database answers, or it lacks migrations
 */
export async function openOwnerStore(
  url: string,
  migrationsDir: string,
): Promise<OwnerStore & { close(): Promise<void> }> {
  const pending = await findPendingMigrations(url, migrationsDir);
  if (pending.length > 0) {
    throw new OperatorError(
      `The database lacks these migrations: ${pending.join(', ')}. Start the site once, which applies them (npm start), then try again.`,
    );
  }
  const { prisma, close } = createDatabase(url, pino({ enabled: false }), TIMEOUT_MS);
  return { ...createOwnerStore(prisma), close };
}
