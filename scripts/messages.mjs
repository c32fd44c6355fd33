import { main } from './main.mjs';
import { generate, install } from './prepare.mjs';
import { TOP } from './project.mjs';
import { keepStandardOutputForData } from './steps.mjs';
import { atStop, stop } from './stopping.mjs';

/**
 * `npm run messages`: the stored messages from a terminal, whether or not the site runs. What follows `--` is a command; `--help` names them.
 */
await main(async () => {
  keepStandardOutputForData();
  // A reader that has seen enough, such as `| head`, is no fault.
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') void stop(0);
  });
  await install();
  await generate();
  // Not before the packages they need are there.
  const { openDatabase } = await import('./database.mjs');
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../server/src/owner/messages-command.ts')} */
  const { runMessagesCommand } = await tsImport('../server/src/owner/messages-command.ts', import.meta.url);

  const exitCode = await runMessagesCommand(process.argv.slice(2), async () => {
    /** @type {typeof import('../server/src/owner/open-owner-store.ts')} */
    const { openOwnerStore } = await tsImport('../server/src/owner/open-owner-store.ts', import.meta.url);
    const store = await openOwnerStore(await openDatabase(), `${TOP}prisma/migrations`);
    atStop(store.close);
    return store;
  }).catch(async (error) => {
    // The write that found no reader fails as well, here or there: what is left to do is under way.
    if (error.code === 'EPIPE') return stop(0);
    throw error;
  });
  await new Promise((resolve) => process.stdout.write('', resolve));
  await stop(exitCode);
});
