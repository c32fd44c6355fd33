import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { main } from './main.mjs';
import { buildServer, buildSite, generate, install, leaveOutPath } from './prepare.mjs';
import { CACHE, cacheFile, TOP } from './project.mjs';
import { step } from './steps.mjs';
import { atStop, isAlive, stopSignal } from './stopping.mjs';

/** How long, in milliseconds, an earlier start of this clone gets to finish its stop. */
const PATIENCE_MS = 5_000;

/** `npm start`: everything, from a fresh clone to the site on its address. */
await main(
  async () => {
    await install();
    await generate();
    await buildServer();
    leaveOutPath();
    const toFillIn = await buildSite();

    const site = await serve();
    process.stdout.write(
      [
        '',
        `The site is at ${site.url}  (Ctrl-C stops it)`,
        'See the messages with: npm run studio',
        ...site.notes,
        ...toFillIn,
        '',
      ].join('\n'),
    );
  },
  { serves: true },
);

/** Starts the server in this process, and leaves word to stop it. */
async function serve() {
  /** @type {typeof import('../server/src/serve.ts')} */
  const server = await import(pathToFileURL(join(TOP, 'server/dist/serve.js')).href);
  const starting = serveWhenFree(server.serve);
  // Also when we are told to stop while it starts.
  atStop(async () => {
    const mark = cacheFile(`stopping-${process.pid}`);
    writeFileSync(mark, '');
    const site = await starting.catch(() => undefined);
    if (site) await step('Stopping', () => site.close());
    rmSync(mark, { force: true });
  });
  return starting;
}

/**
 * Serves; where the port is taken, waits for an earlier start of this clone that is on its way out.
 * @param {typeof import('../server/src/serve.ts').serve} serveSite
 */
async function serveWhenFree(serveSite) {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    try {
      return await serveSite(process.env, { step, signal: stopSignal });
    } catch (error) {
      if (stopSignal.aborted || !isAnotherStopping() || Date.now() > deadline) throw error;
    }
    while (isAnotherStopping() && Date.now() < deadline) await sleep(100);
  }
}

function isAnotherStopping() {
  const pids = readdirSync(CACHE).map((name) => Number(/^stopping-(\d+)$/.exec(name)?.[1]));
  return pids.some((pid) => pid > 0 && pid !== process.pid && isAlive(pid));
}
