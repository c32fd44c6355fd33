import { main } from './main.mjs';
import { install } from './prepare.mjs';
import { CommandFailed, run, runNode } from './run.mjs';

/** `npm run test:stack`: brings docker-compose.yml up for real, under a project name of its own, and takes it down. Options go to vitest. */
await main(
  async () => {
    await requireDocker();
    await install();
    await runNode(
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'stack/vitest.config.ts', ...process.argv.slice(2)],
      { show: true },
    );
  },
  { envFile: false },
);

async function requireDocker() {
  try {
    await run('docker', ['ps', '--quiet']);
    await run('docker', ['compose', 'version']);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    throw new CommandFailed(
      `The stack's tests need a Docker engine with Compose v2, and there is none that answers: ${error.message}`,
    );
  }
}
