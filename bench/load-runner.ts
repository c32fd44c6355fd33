import { fork } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { endProcess } from '../scripts/run.mjs';
import { atStop } from '../scripts/stopping.mjs';
import type { Running } from './programs.ts';

type LoadOptions = import('./load.mjs').LoadOptions;
type LoadResult = import('./load.mjs').LoadResult;

export interface Measured extends LoadResult {
  /** Share of all cores together. */
  machineBusy: number;
  /** Processor time of the program per answer. */
  cpuUs: number;
  rssBytes: number;
}

/** Puts a load on a program, and measures both. */
export async function measureLoad(program: Running, options: LoadOptions): Promise<Measured> {
  const child = fork(fileURLToPath(new URL('./load.mjs', import.meta.url)), [JSON.stringify(options)], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const forget = atStop(() => endProcess(child));
  let before: Promise<Snapshot> | undefined;
  let after: Promise<Snapshot> | undefined;
  const result = await new Promise<LoadResult>((done, fail) => {
    child.on('message', (message: 'measuring' | 'measured' | LoadResult) => {
      if (message === 'measuring') before = takeSnapshot(program);
      else if (message === 'measured') after = takeSnapshot(program);
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

type Snapshot = Awaited<ReturnType<typeof takeSnapshot>>;

async function takeSnapshot(program: Running) {
  return { ...(await program.usage()), ...readCores() };
}

/** Of all cores together, in milliseconds. */
export function readCores(): { busyMs: number; allMs: number } {
  let busyMs = 0;
  let allMs = 0;
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.irq + times.idle;
    allMs += all;
    busyMs += all - times.idle;
  }
  return { busyMs, allMs };
}
