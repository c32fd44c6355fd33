import { main } from './main.mjs';
import { prepareBrowserTests } from './prepare-browser-tests.mjs';
import { CommandFailed, runNode } from './run.mjs';

/** `npm run test:chaos`: see e2e/chaos/chaos.ts, also for what may follow `--`. */
await main(
  async () => {
    const browser = await prepareBrowserTests();
    await runNode(['--import', 'tsx', 'e2e/chaos/chaos.ts', ...process.argv.slice(2)], {
      show: true,
      env: { CHROME_PATH: browser },
    }).catch((error) => {
      if (!(error instanceof CommandFailed)) throw error;
      // It has said what is wrong.
      process.exitCode = 1;
    });
  },
  { envFile: false },
);
