import { execFile } from 'node:child_process';
import type { Account } from './home.ts';

/** The PG* and LD_* variables of the user must not reach such a program. */
const VARIABLES = ['PATH', 'SystemRoot', 'ComSpec', 'TEMP', 'TMP', 'TMPDIR', 'TZ'];

/**
 * Runs a program of PostgreSQL to its end, without a shell, in a folder (`cwd`) that `account` may enter.
 *
 * @returns whether it succeeded, and what it printed, or why it could not be started
 */
export function runTool(
  file: string,
  args: string[],
  cwd: string,
  account?: Account,
): Promise<{ isDone: boolean; output: string }> {
  // We look for English words in what the tools print.
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C' };
  for (const name of VARIABLES) if (process.env[name] !== undefined) env[name] = process.env[name];
  return new Promise((resolve) => {
    // On Windows `windowsHide` gives the tool and its server their own console, which Ctrl-C does not reach.
    const options = { cwd, env, windowsHide: true, ...(account && { uid: account.uid, gid: account.gid }) };
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      resolve({ isDone: error === null, output: `${stdout}${stderr}`.trim() || String(error?.message ?? '') });
    });
    // On Windows the server that pg_ctl starts keeps our pipes open: do not wait for it.
    child.once('exit', () => {
      const closePipes = () => [child.stdout, child.stderr].map((pipe) => pipe?.destroy());
      setTimeout(closePipes, 300).unref();
    });
  });
}
