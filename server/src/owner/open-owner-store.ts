import pino from 'pino';
import { createDatabase } from '../database.ts';
import { createOwnerStore } from '../messages/owner-store.ts';
import { findPendingMigrations } from '../migrate.ts';
import { OperatorError } from '../operator-error.ts';

/** For a statement that reads every row, on a slow machine with a busy site. */
const TIMEOUT_MS = 120_000;

/**
 * Opens the messages for the owner.
 *
 * @throws OperatorError, in Portuguese, where no database answers, or it lacks migrations
 */
export async function openOwnerStore(url: string, migrationsDir: string) {
  const pending = await findPendingMigrations(url, migrationsDir).catch(({ message, cause }) => {
    throw new OperatorError(
      `DATABASE_URL: o banco de dados não responde (${cause?.message ?? message}). Ponha-o no ar ou corrija endereço, usuário, senha ou nome.`,
      { cause },
    );
  });
  if (pending.length > 0) {
    throw new OperatorError(
      `Faltam ao banco de dados estas migrações: ${pending.join(', ')}. Ponha o site no ar uma vez, que as aplica (npm start), e tente de novo.`,
    );
  }
  // Behind any pooler: who asks once gains nothing by statements with names (database.ts).
  const unnamed = `${url}${url.includes('?') ? '&' : '?'}pgbouncer=true`;
  const { prisma, close } = createDatabase(unnamed, pino({ enabled: false }), TIMEOUT_MS);
  return { ...createOwnerStore(prisma), close };
}
