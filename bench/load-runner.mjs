import { fork } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { endProcess } from '../scripts/run.mjs';
import { atStop } from '../scripts/stopping.mjs';

/**
 * @typedef {import('./load.mjs').LoadOptions} LoadOptions
 * @typedef {import('./load.mjs').LoadResult} LoadResult
 * @typedef {LoadResult & { machineBusy: number, cpuUs: number, rssBytes: number }} Measured the load's result; the share of all cores that was busy;
 *   for the program alone: processor time for an answer, memory at the end
 */

/**
 * Puts a load on a program, and measures both.
 *
 * @param {import('./programs.mjs').Running[]} programs those that share the load: their processor time and memory are added up
 * @param {LoadOptions} options
 * @returns {Promise<Measured>}
 */
export async function measureLoad(programs, options) {
  const child = fork(fileURLToPath(new URL('./load.mjs', import.meta.url)), [JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const forget = atStop(() => endProcess(child));
  /** @type {Promise<Snapshot> | undefined} */
  let before;
  /** @type {Promise<Snapshot> | undefined} */
  let after;
  /** @type {LoadResult} */
  const result = await new Promise((done, fail) => {
    child.on('message', (/** @type {'measuring' | 'measured' | LoadResult} */ message) => {
      if (message === 'measuring') before = takeSnapshot(programs);
      else if (message === 'measured') after = takeSnapshot(programs);
      else done(message);
    });
    child.once('exit', (code) => fail(new Error(`the load generator ended with exit code ${code}`)));
  });
  forget();
  const [start, end] = await Promise.all([before, after]);
  if (!start || !end) throw new Error('the load generator never measured');
  return {
    ...result,
    machineBusy: (end.busyMs - start.busyMs) / (end.allMs - start.allMs),
    cpuUs: (end.cpuUs - start.cpuUs) / result.answers,
    rssBytes: end.rssBytes,
  };
}

/** @typedef {{ cpuUs: number, rssBytes: number, busyMs: number, allMs: number }} Snapshot */

/**
 * @param {import('./programs.mjs').Running[]} programs
 * @returns {Promise<Snapshot>}
 */
async function takeSnapshot(programs) {
  const usages = await Promise.all(programs.map(({ usage }) => usage()));
  return {
    cpuUs: usages.reduce((sum, { cpuUs }) => sum + cpuUs, 0),
    rssBytes: usages.reduce((sum, { rssBytes }) => sum + rssBytes, 0),
    ...readCores(),
  };
}

/** Time that all cores together have been busy, and have been at all, in milliseconds. */
export function readCores() {
  let busyMs = 0;
  let allMs = 0;
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.irq + times.idle;
    allMs += all;
    busyMs += all - times.idle;
  }
  return { busyMs, allMs };
}
