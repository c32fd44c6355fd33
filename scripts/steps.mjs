import { stopSignal } from './stopping.mjs';

/** Where steps are shown. @type {Pick<NodeJS.WritableStream, 'write'>} */
let shownOn = process.stdout;

/** For a script whose standard output is data: shows steps on standard error, and only to a person. */
export function keepStandardOutputForData() {
  shownOn = process.stderr.isTTY ? process.stderr : { write: () => true };
}

/**
 * Shows a step of the work while it is done, and its time afterwards.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const start = performance.now();
  shownOn.write(`${title} … `);
  try {
    const result = await work();
    shownOn.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    shownOn.write(stopSignal.aborted ? 'broken off\n' : 'failed\n');
    throw error;
  }
}
