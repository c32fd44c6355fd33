import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('..', import.meta.url));

export interface ScriptProcess {
  /** The first group of the pattern, such as an address. */
  found: string;
  /** Tells it to stop as Ctrl-C does, and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a command, such as `studio`. It gets only these variables: a developer's own .env or shell must not change
 * what is tested. `throughNpm`: as a user does, without arguments.
 */
export function startScript(
  command: string,
  args: string[],
  variables: Record<string, string>,
  { throughNpm = false } = {},
) {
  const program = throughNpm ? 'npm' : process.execPath;
  const child = spawn(program, throughNpm ? [command] : ['scripts/main.mjs', command, ...args], {
    cwd: TOP,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORTFOLIO_NO_ENV_FILE: '1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  /** The exit code; null after a signal. */
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, ended, printed: () => printed };
}

/** Runs a command until it has printed `pattern` (one group). @throws Error with all it printed, if it ends before */
export function runScript(
  command: string,
  args: string[],
  variables: Record<string, string>,
  pattern: RegExp,
): Promise<ScriptProcess> {
  const { child, ended, printed } = startScript(command, args, variables);
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = pattern.exec(printed())?.[1];
      if (found === undefined) return;
      resolve({
        found,
        async stop() {
          child.kill();
          await ended;
        },
      });
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
    child.once('close', () => reject(new Error(`${command} ended:\n${printed()}`)));
  });
}
