import { execFile } from 'node:child_process';
import { OperatorError } from '../operator-error.ts';
import type { Account } from './home.ts';

/** The PG* and LD_* variables of the user must not reach such a program. */
const VARIABLES = ['PATH', 'SystemRoot', 'ComSpec', 'TEMP', 'TMP', 'TMPDIR', 'TZ'];

/**
 * Runs a program of PostgreSQL to its end, without a shell, in a folder (`cwd`) that `account` may enter. Gives what it
 * printed, or why it could not be started.
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

/** Turns an error of Node or of a PostgreSQL tool at `place`, a file or folder, into a sentence for the operator. */
export function explainFault(said: string, place: string): OperatorError {
  if (/ENOSPC|EDQUOT|No space left on device|Check free disk space|Disk quota exceeded/i.test(said)) {
    return new OperatorError(`The disk of ${place} is full. Make room, then start again: nothing stored is lost.`);
  }
  if (/EACCES|EPERM|EROFS|Permission denied|Read-only file system/i.test(said)) {
    return new OperatorError(
      `No permission to write the database at ${place}. Run as the user who owns it, or set DATA_DIR to a folder of yours.`,
    );
  }
  if (/EEXIST|ENOTDIR|ENOENT/.test(said)) {
    return new OperatorError(
      `DATA_DIR must be a folder, and not a damaged one (${said}). Restore it from a backup, or set DATA_DIR to another path.`,
    );
  }
  const lastLines = said.split('\n').slice(-8).join('\n');
  return new OperatorError(`The database in ${place} could not be made or started. PostgreSQL says:\n${lastLines}`);
}
