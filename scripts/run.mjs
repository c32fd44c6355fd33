import { spawn, spawnSync } from 'node:child_process';
import { TOP } from './project.mjs';
import { atStop } from './stopping.mjs';

/** What the user can correct: a program or one of our commands says it. */
export class CommandFailed extends Error {
  /** @override */
  name = 'CommandFailed';
}

/**
 * `show`: it prints to our terminal; `showMessages`: shows the texts that a Node program sends with `process.send`.
 * @typedef {{ env?: Record<string, string | undefined>, show?: boolean, limitMs?: number, cwd?: string,
 *   showMessages?: boolean }} RunOptions
 */

/**
 * Runs any program in the top folder to its end, and gives what it printed.
 * @param {string} file @param {string[]} args @param {RunOptions} [options] @throws {CommandFailed} if it fails
 */
export function run(file, args, options) {
  return waitFor(start(file, args, options), [file, ...args]);
}

/** Runs a Node program, as `run` does. @param {string[]} args @param {RunOptions} [options] */
export function runNode(args, options) {
  return waitFor(startNode(args, options), args);
}

/** Runs a Node program that prints for itself; its failure becomes ours. @param {string[]} args @param {RunOptions['env']} [env] */
export async function runShown(args, env = {}) {
  await runNode(args, { show: true, env }).catch((error) => {
    if (!(error instanceof CommandFailed)) throw error;
    process.exitCode = 1;
  });
}

/** Runs npm, as `run` does: the npm that started us, if one did. @param {string[]} args */
export function runNpm(args) {
  const cli = process.env['npm_execpath'] ?? '';
  if (cli.endsWith('npm-cli.js')) return runNode([cli, ...args]);
  // On Windows npm is a .cmd file, which only a shell starts.
  return process.platform === 'win32' ? run('cmd.exe', ['/d', '/c', 'npm', ...args]) : run('npm', args);
}

/** Starts a Node program, which ends when we end, even killed. @param {string[]} args @param {RunOptions} [options] */
export function startNode(args, { env, ...options } = {}) {
  const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href;
  return start(process.execPath, ['--import', endWithParent, ...args], {
    ...options,
    env: { ...env, PORTFOLIO_SCRIPT_PID: String(process.pid) },
  });
}

/** @param {string} file @param {string[]} args @param {RunOptions} [options] */
function start(file, args, { env = {}, show = false, limitMs = 0, cwd = TOP, showMessages = false } = {}) {
  const output = show ? 'inherit' : 'pipe';
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    // Node programs learn by the pipe that we are gone (end-with-parent.mjs).
    stdio: [file === process.execPath ? 'pipe' : 'ignore', output, output, showMessages ? 'ipc' : 'ignore'],
    windowsHide: true,
    timeout: limitMs,
  });
  child.on('message', (text) => process.stderr.write(String(text)));
  child.once(
    'close',
    atStop(() => endProcess(child)),
  );
  return child;
}

/** @param {import('node:child_process').ChildProcess} child @param {string[]} command @returns {Promise<string>} */
function waitFor(child, command) {
  return new Promise((resolve, reject) => {
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
    }
    child.on('error', (error) => reject(new CommandFailed(error.message)));
    child.on('close', (code, signal) => {
      const end = `${command.join(' ')} ended with ${signal ?? `exit code ${code}`}`;
      if (code === 0) resolve(printed);
      else reject(new CommandFailed(printed.trim() || end));
    });
  });
}

/** On Windows also ends all that it started. @param {import('node:child_process').ChildProcess} child */
export async function endProcess(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
  else child.kill('SIGTERM');
  await ended;
}
