import { execFile } from 'node:child_process';
import type { Account } from './home.ts';

/** All that such a program needs of the environment: the PG* and LD_* variables of the user must not reach it. */
const VARIABLES = ['PATH', 'SystemRoot', 'ComSpec', 'TEMP', 'TMP', 'TMPDIR', 'TZ'];

/**
 * Runs a program of PostgreSQL to its end, without a shell.
 *
 * @param cwd a folder that `account` may enter
 * @returns whether it succeeded, and all it printed; where it could not be started, why
 */
export function runTool(
  file: string,
  args: string[],
  { cwd, account }: { cwd: string; account: Account | undefined },
): Promise<{ isDone: boolean; output: string }> {
  // LC_ALL=C keeps in English what the tools print: we look for words in it.
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C' };
  for (const name of VARIABLES) if (process.env[name] !== undefined) env[name] = process.env[name];
  return new Promise((resolve) => {
    // On Windows `windowsHide` gives the tool, and the server it starts, a console of its own: the terminal's Ctrl-C does not reach them.
    const options = { cwd, env, windowsHide: true, ...(account && { uid: account.uid, gid: account.gid }) };
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      resolve({ isDone: error === null, output: `${stdout}${stderr}`.trim() || String(error?.message ?? '') });
    });
    // On Windows the server that pg_ctl starts holds our pipes open for as long as it lives: do not wait for it.
    child.once('exit', () => {
      const letGo = () => [child.stdout, child.stderr].map((pipe) => pipe?.destroy());
      setTimeout(letGo, 300).unref();
    });
  });
}
