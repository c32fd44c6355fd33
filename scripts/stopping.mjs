import { readFileSync } from 'node:fs';

/** A stop that takes longer is broken off: the promise is three seconds. */
const STOP_LIMIT_MS = 2_800;
/** One Ctrl-C may arrive twice, from the terminal and through npm; a second press comes later than this. */
const SAME_CTRL_C_MS = 1_000;
const PARENT_CHECK_MS = 250;

const telling = new AbortController();
/** Aborted when the command is told to stop: what is being started need not be finished. */
export const stopSignal = telling.signal;

/** @type {Set<() => unknown>} */
const works = new Set();
/** @type {Promise<never> | undefined} */
let stopping;

/** Does `work` at a stop, the latest first. Gives a function that cancels it. @param {() => unknown} work */
export function atStop(work) {
  works.add(work);
  return () => works.delete(work);
}

/** Does the works of atStop, then ends this process. @param {number} exitCode */
export function stop(exitCode) {
  stopping ??= (async () => {
    setTimeout(() => process.exit(exitCode), STOP_LIMIT_MS);
    telling.abort();
    for (const work of [...works].reverse()) {
      try {
        await work();
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      }
    }
    return process.exit(exitCode);
  })();
  return stopping;
}

/**
 * Stops at Ctrl-C, at SIGTERM, when the terminal closes, and when npm, which started us, is gone: killed with -9 it
 * cannot tell us, and with SIGTERM it tells only the shell between us. A second Ctrl-C ends at once.
 * @param {number} exitCode
 */
export function stopWhenTold(exitCode) {
  let firstTold = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (firstTold !== 0 && Date.now() - firstTold > SAME_CTRL_C_MS) process.exit(130);
      firstTold ||= Date.now();
      void stop(exitCode);
    });
  }
  // The reader of our output may be gone too.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parents = findParents();
  setInterval(() => {
    if (findParents() !== parents) void stop(exitCode);
  }, PARENT_CHECK_MS).unref();
}

// As text that changes when one of them dies.
function findParents() {
  const parent = process.ppid;
  if (process.platform === 'win32') return isAlive(parent) ? 'alive' : 'gone';
  try {
    // Some shells stay between npm and us; without one npm is our parent. In /proc: pid (name) state parent.
    const [, name, grandparent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return name === 'sh' ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
