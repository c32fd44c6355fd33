import { openOwnerStore } from '../server/src/messages/owner-store.ts';
import { runMessagesCommand } from '../server/src/owner/messages-command.ts';
import { MIGRATIONS_DIR, openDatabase } from './database.ts';
import { atStop, stop } from './stopping.mjs';

/** `npm run messages`. */
export async function messages({ args }: { args: string[] }): Promise<void> {
  process.exitCode = await runMessagesCommand(args, openStore).catch((error) => {
    // A reader that stops early, such as `| head`, is not an error.
    if (error.code === 'EPIPE') return stop(0);
    throw error;
  });
}

async function openStore() {
  const store = await openOwnerStore(await openDatabase(), MIGRATIONS_DIR);
  atStop(store.close);
  return store;
}
