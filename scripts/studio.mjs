import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { main } from './main.mjs';
import { generate, install, PRISMA_CLI, PRISMA_ENV } from './prepare.mjs';
import { startNode } from './run.mjs';
import { stop } from './stopping.mjs';
import { STUDIO_VIEW } from './studio-view.mjs';

/**
 * `npm run studio`: Prisma Studio on the database the site uses, whether or not the site runs, open at the messages. What follows `--` goes to
 * Prisma, such as `--port 5556`; `--browser none` opens no browser.
 */
await main(
  async () => {
    await install();
    await generate();
    // Not before the packages it needs are there.
    const { openDatabase } = await import('./database.mjs');
    const { browser, args } = takeBrowser(process.argv.slice(2));
    const url = await openDatabase();

    // Prisma would open its own start page, which is not the messages.
    const studio = startNode(
      ['--import', './scripts/studio-guard.mjs', PRISMA_CLI, 'studio', ...args, '--browser', 'none'],
      {
        // In the environment, where unlike in the arguments no other user of the machine sees the password.
        env: { ...PRISMA_ENV, DATABASE_URL: url },
      },
    );
    for (const stream of [studio.stdout, studio.stderr]) {
      if (stream === null) continue;
      createInterface(stream).on('line', (line) => {
        const address = /Studio is running at: (http:\S+)/.exec(line)?.[1];
        if (address === undefined) {
          if (line.trim() !== '') process.stdout.write(`${line}\n`);
          return;
        }
        const messages = `${address}/${STUDIO_VIEW}`;
        process.stdout.write(`\nPrisma Studio shows the messages at\n${messages}\n(Ctrl-C stops it)\n`);
        if (browser !== 'none') void openBrowser(messages, browser);
      });
    }
    studio.once('exit', (code) => void stop(code ?? 1));
  },
  { serves: true },
);

/**
 * @param {string[]} argv
 * @returns {{ browser: string | undefined, args: string[] }} the browser that was asked for, and the arguments without it
 */
function takeBrowser(argv) {
  const { values, tokens } = parseArgs({
    args: argv,
    options: { browser: { type: 'string', short: 'b' } },
    strict: false,
    tokens: true,
  });
  const taken = new Set(
    tokens.flatMap((token) => {
      if (token.kind !== 'option' || token.name !== 'browser') return [];
      return token.inlineValue ? [token.index] : [token.index, token.index + 1];
    }),
  );
  const browser = typeof values.browser === 'string' ? values.browser : process.env['BROWSER'];
  return { browser, args: argv.filter((_, index) => !taken.has(index)) };
}

/**
 * Opens an address in a browser, the system's own unless one is named. Where there is none, as on a server, the printed address has to do.
 * @param {string} address
 * @param {string | undefined} browser
 */
async function openBrowser(address, browser) {
  const { default: open } = await import('open');
  const opener = await open(address, browser ? { app: { name: browser } } : {}).catch(() => undefined);
  opener?.on('error', () => {});
}
