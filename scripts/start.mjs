import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll, leaveOutPath } from './prepare.mjs';
import { TOP } from './project.mjs';
import { step } from './steps.mjs';
import { atStop, stopSignal } from './stopping.mjs';

/** `npm start`. */
export async function start() {
  leaveOutPath();
  const toFillIn = await buildAll();
  /** @type {typeof import('../server/src/serve.ts')} */
  const { serve } = await import(pathToFileURL(join(TOP, 'server/dist/serve.js')).href);
  const starting = serve(process.env, { step, signal: stopSignal });
  // Also if the stop comes during the start.
  atStop(async () => {
    const site = await starting.catch(() => undefined);
    if (site) await step('Stopping', () => site.close());
  });
  const site = await starting;
  const lines = [`The site is at ${site.url}  (Ctrl-C stops it)`, 'See the messages with: npm run studio'];
  process.stdout.write(['', ...lines, ...site.notes, ...toFillIn, ''].join('\n'));
}
