import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { buildAll, leaveOutPath } from './prepare.mjs';
import { TOP } from './project.mjs';
import { step } from './steps.mjs';
import { atStop, stopSignal } from './stopping.mjs';

/** How long, in milliseconds, a start of this clone that is being stopped may hold the port. */
const PATIENCE_MS = 3_000;

/** `npm start`: everything, from a fresh clone to the site on its address. */
export async function start() {
  leaveOutPath();
  const toFillIn = await buildAll();
  /** @type {typeof import('../server/src/serve.ts')} */
  const { serve } = await import(pathToFileURL(join(TOP, 'server/dist/serve.js')).href);
  const starting = serveWhenFree(serve, Date.now() + PATIENCE_MS);
  // Also when we are told to stop while it starts.
  atStop(async () => {
    const site = await starting.catch(() => undefined);
    if (site) await step('Stopping', () => site.close());
  });
  const site = await starting;
  const lines = [`The site is at ${site.url}  (Ctrl-C stops it)`, 'See the messages with: npm run studio'];
  process.stdout.write(['', ...lines, ...site.notes, ...toFillIn, ''].join('\n'));
}

/** @param {typeof import('../server/src/serve.ts').serve} serve @param {number} deadline @returns {ReturnType<typeof serve>} */
async function serveWhenFree(serve, deadline) {
  try {
    return await serve(process.env, { step, signal: stopSignal });
  } catch (error) {
    const isTaken = /** @type {NodeJS.ErrnoException} */ (/** @type {Error} */ (error).cause)?.code === 'EADDRINUSE';
    if (!isTaken || stopSignal.aborted || Date.now() > deadline) throw error;
    await sleep(250);
    return serveWhenFree(serve, deadline);
  }
}
