import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const START_LIMIT_MS = 60_000;
const END_LIMIT_MS = 10_000;

interface BrowserProcess {
  /** The first group of the pattern. */
  found: string;
  /** SIGTERM, then SIGKILL. */
  end(): Promise<void>;
}

/**
 * Starts a program and reads both output streams until the pattern, with one group, matches; without a pattern only
 * starts it. @throws Error with what it printed, if it ends first or the pattern never matches
 */
export async function startProcess(
  path: string,
  args: string[],
  variables: Record<string, string>,
  pattern?: RegExp,
): Promise<BrowserProcess> {
  const child = spawn(path, args, { env: { ...process.env, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close').finally(() => process.off('exit', kill));
  const found = await findInOutput(child, pattern).catch((error) => {
    kill();
    throw new Error(`${path}: ${error.message}`);
  });
  return {
    found,
    async end() {
      child.kill('SIGTERM');
      const giveUp = new AbortController();
      void sleep(END_LIMIT_MS, null, { signal: giveUp.signal }).then(kill, () => undefined);
      await ended;
      giveUp.abort();
    },
  };
}

function findInOutput(child: ChildProcess, pattern: RegExp | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    if (pattern === undefined) child.once('spawn', () => resolve(''));
    const limit = setTimeout(() => reject(new Error(`does not start:\n${printed}`)), START_LIMIT_MS);
    for (const input of [child.stdout, child.stderr]) {
      if (input === null) continue;
      createInterface({ input }).on('line', (line) => {
        printed += `${line}\n`;
        const found = pattern?.exec(line)?.[1];
        if (found === undefined) return;
        clearTimeout(limit);
        resolve(found);
      });
    }
    child.once('error', reject);
    child.once('close', () => reject(new Error(`ended while starting:\n${printed}`)));
  });
}
