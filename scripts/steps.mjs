import { stopSignal } from './stopping.mjs';

/** Steps whose result is not shown yet; the title of the first is. @type {{ title: string, result?: string }[]} */
const steps = [];

/**
 * Shows a step and then its time on standard error, because standard output is for results. If steps overlap, each is
 * shown when the ones before it are done.
 * @template T @param {string} title @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function step(title, work) {
  /** @type {typeof steps[number]} */
  const own = { title };
  if (steps.push(own) === 1) process.stderr.write(`${title} … `);
  /** @param {string} result */
  const end = (result) => {
    own.result = result;
    for (let first = steps[0]; first?.result; first = steps[0]) {
      steps.shift();
      process.stderr.write(`${first.result}\n${steps[0] ? `${steps[0].title} … ` : ''}`);
    }
  };
  const start = performance.now();
  try {
    const result = await work();
    end(`${((performance.now() - start) / 1000).toFixed(1)} s`);
    return result;
  } catch (error) {
    end(stopSignal.aborted ? 'stopped' : 'failed');
    throw error;
  }
}
