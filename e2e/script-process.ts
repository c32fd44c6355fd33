/** One of the owner's commands (`npm start`, `npm run studio`), running beside a test. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('..', import.meta.url));

export interface ScriptProcess {
  /** What the pattern's first group found in the output: an address, say. */
  found: string;
  /** Tells it to stop as Ctrl-C would, and waits until it has. */
  stop(): Promise<void>;
}

/**
 * Starts a command.
 *
 * @param command such as `studio`
 * @param args what follows `--` on the command line
 * @param variables besides these it has no settings: a developer's own .env or shell must not change what is tested
 * @param options.throughNpm as a person does; without arguments
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
  /** Its exit code; null after a signal. */
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, ended, printed: () => printed };
}

/**
 * Runs a command, as `startScript` does, until it has printed what is waited for.
 *
 * @param pattern with one group
 * @throws Error with all it printed, when it ends before
 */
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
