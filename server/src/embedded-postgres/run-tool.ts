import { execFile } from 'node:child_process';
import type { Account } from './home.ts';

export interface ToolResult {
  isDone: boolean;
  /** All it printed; where it could not be started, why. */
  output: string;
}

/**
 * Runs a program of PostgreSQL to its end. No shell, and nothing of the environment but what such a program needs: the PG* and LD_* variables
 * of the user must not reach it.
 *
 * @param cwd a folder that `account` may enter
 */
export function runTool(
  file: string,
  args: string[],
  { cwd, account }: { cwd: string; account: Account | undefined },
): Promise<ToolResult> {
  // LC_ALL=C keeps in English what the tools print: we look for words in it.
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C' };
  for (const name of ['PATH', 'SystemRoot', 'ComSpec', 'TEMP', 'TMP', 'TMPDIR', 'TZ']) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  return new Promise((resolve) => {
    // On Windows `windowsHide` gives the tool, and the server it starts, a console of its own: the terminal's Ctrl-C does not reach them.
    const options = { cwd, env, windowsHide: true, ...(account && { uid: account.uid, gid: account.gid }) };
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      resolve({ isDone: error === null, output: `${stdout}${stderr}`.trim() || String(error?.message ?? '') });
    });
    // On Windows the server that pg_ctl starts holds our pipes open for as long as it lives: do not wait for it.
    child.once('exit', () => {
      setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, 300).unref();
    });
  });
}
