import { stopSignal } from './stopping.mjs';

/** Where steps are shown. @type {Pick<NodeJS.WritableStream, 'write'>} */
let shownOn = process.stdout;

/** For a script whose standard output is data: shows steps on standard error, and only to a person. */
export function keepStandardOutputForData() {
  shownOn = process.stderr.isTTY ? process.stderr : { write: () => true };
}

/** Whose line is not ended yet. */
let openTitle = '';

/**
 * Shows a step of the work while it is done, and its time afterwards. Steps may overlap.
 * @template T @param {string} title @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function step(title, work) {
  const begin = () => shownOn.write(`${openTitle && '\n'}${title} … `);
  /** @param {string} result */
  const end = (result) => {
    if (openTitle !== title) begin();
    shownOn.write(`${result}\n`);
    openTitle = '';
  };
  const start = performance.now();
  begin();
  openTitle = title;
  try {
    const result = await work();
    end(`${((performance.now() - start) / 1000).toFixed(1)} s`);
    return result;
  } catch (error) {
    end(stopSignal.aborted ? 'stopped' : 'failed');
    throw error;
  }
}
