import { main } from './main.mjs';
import { generate, install, PRISMA_CLI, PRISMA_ENV } from './prepare.mjs';
import { startNode } from './run.mjs';
import { stop } from './stopping.mjs';

/**
 * `npm run studio`: Prisma Studio on the database the site uses, whether or not the site runs. What follows `--` goes to Prisma, such as
 * `--port 5555` or `--browser none`.
 */
await main(
  async () => {
    await install();
    await generate();
    // Not before the packages it needs are there.
    const { openDatabase } = await import('./database.mjs');
    const url = await openDatabase();

    // In the environment, where unlike in the arguments no other user of the machine sees the password.
    const studio = startNode([PRISMA_CLI, 'studio', ...process.argv.slice(2)], {
      env: { ...PRISMA_ENV, DATABASE_URL: url },
      show: true,
    });
    studio.once('exit', (code) => void stop(code ?? 1));
  },
  { serves: true },
);
