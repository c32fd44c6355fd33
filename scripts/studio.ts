import { createInterface } from 'node:readline';
import open from 'open';
import { STUDIO_VIEW } from '../prisma/studio-view.mjs';
import { openDatabase } from './database.ts';
import { PRISMA_CLI, PRISMA_ENV } from './prepare.mjs';
import { startNode } from './run.mjs';
import { stop } from './stopping.mjs';

/** `npm run studio`: Prisma Studio on the database that the site uses, open at the messages. */
export async function studio({ values }: { values: { port?: string; browser?: string } }): Promise<void> {
  const url = await openDatabase();
  const port = values.port ? ['--port', values.port] : [];
  // Prisma would open its own start page, which is not the messages.
  const child = startNode(
    ['--import', './prisma/studio-guard.mjs', PRISMA_CLI, 'studio', ...port, '--browser', 'none'],
    // In the environment: in the arguments other users of the machine would see the password.
    { env: { ...PRISMA_ENV, DATABASE_URL: url } },
  );
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface(stream).on('line', (line) => {
      const address = /Studio is running at: (http:\S+)/.exec(line)?.[1];
      if (address === undefined) {
        if (line.trim() !== '') process.stdout.write(`${line}\n`);
        return;
      }
      const messages = `${address}/${STUDIO_VIEW}`;
      process.stdout.write(`\nAs mensagens estão em\n${messages}\n(Ctrl-C encerra)\n`);
      const browser = values.browser ?? process.env['BROWSER'];
      if (browser !== 'none') void openBrowser(messages, browser);
    });
  }
  child.once('exit', (code) => void stop(code ?? 1));
}

/** Opens the system's browser, unless one is named. Without one, as on a server, the printed address is enough. */
async function openBrowser(address: string, browser: string | undefined): Promise<void> {
  const opener = await open(address, browser ? { app: { name: browser } } : {}).catch(() => undefined);
  opener?.on('error', () => {});
}
