import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Account } from './account.ts';

export interface ToolResult {
  /** null: it could not be started, or a signal ended it. */
  code: number | null;
  /** All it printed; where it could not be started, why. */
  output: string;
}

/**
 * Runs a program of PostgreSQL to its end. No shell, and nothing of the environment but what such a program needs: the PG* and LD_* variables
 * of the user must not reach it. Never rejects.
 *
 * @param options.cwd a folder that `account` may enter
 * @param options.signal ends the program
 */
export function runTool(
  file: string,
  args: string[],
  options: { cwd: string; account: Account | undefined; signal?: AbortSignal },
): Promise<ToolResult> {
  return new Promise((resolve) => {
    let child: ChildProcessByStdio<null, Readable, Readable>;
    try {
      child = spawn(file, args, {
        cwd: options.cwd,
        env: toolEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe'],
        // On Windows this gives the tool, and the server it starts, a console of its own: the terminal's Ctrl-C does not reach them.
        windowsHide: true,
        ...(options.signal && { signal: options.signal }),
        ...(options.account && { uid: options.account.uid, gid: options.account.gid }),
      });
    } catch (error) {
      resolve({ code: null, output: String(error) });
      return;
    }
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', (error) => {
      // Of a program that was told to end there is more to come: its end.
      if (error.name !== 'AbortError') resolve({ code: null, output: error.message });
    });
    child.on('close', (code) => resolve({ code, output: output.trim() }));
    // On Windows the server that pg_ctl starts holds our pipes open for as long as it lives: do not wait for it.
    child.on('exit', () => {
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, 300).unref();
    });
  });
}

function toolEnvironment(): NodeJS.ProcessEnv {
  // LC_ALL=C keeps in English what the tools print: we look for words in it.
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C' };
  for (const name of ['PATH', 'SystemRoot', 'ComSpec', 'TEMP', 'TMP', 'TMPDIR', 'TZ']) {
    if (process.env[name] !== undefined) environment[name] = process.env[name];
  }
  return environment;
}
