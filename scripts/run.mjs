import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TOP } from './project.mjs';
import { atStop } from './stopping.mjs';

/** A program did not do its work. The message is what it printed, for the person at the keyboard. */
export class CommandFailed extends Error {
  /** @override */
  name = 'CommandFailed';
}

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string | undefined>} [env] added to our own environment
 * @property {boolean} [show] lets it print to our terminal, instead of giving back what it printed
 * @property {number} [limitMs] after which it is ended
 * @property {string} [cwd] the folder to run it in, instead of the top folder
 * @property {boolean} [showMessages] shows the texts that a Node program sends with `process.send`
 */

/**
 * Runs a Node program in the top folder, to its end.
 *
 * @param {string[]} args what follows `node`
 * @param {RunOptions} [options]
 * @returns {Promise<string>} what it printed; nothing with `show`
 * @throws {CommandFailed} when its exit code is not 0
 */
export function runNode(args, options) {
  return waitFor(startNode(args, options), args);
}

/**
 * Starts a Node program in the top folder. It ends when we end, in whatever way.
 *
 * @param {string[]} args what follows `node`
 * @param {RunOptions} [options]
 */
export function startNode(args, { env, ...options } = {}) {
  const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href;
  return start(process.execPath, ['--import', endWithParent, ...args], {
    ...options,
    env: { ...env, PORTFOLIO_SCRIPT_PID: String(process.pid) },
  });
}

/**
 * Runs npm in the top folder, to its end: the npm that started us, if one did.
 *
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function runNpm(args, options) {
  const besideNode = dirname(process.execPath);
  const cli = [
    process.env['npm_execpath'] ?? '',
    join(besideNode, 'node_modules/npm/bin/npm-cli.js'), // Windows
    join(besideNode, '../lib/node_modules/npm/bin/npm-cli.js'),
  ].find((file) => file.endsWith('npm-cli.js') && existsSync(file));
  return cli ? runNode([cli, ...args], options) : run('npm', args, options);
}

/**
 * Runs any program in the top folder, to its end.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>}
 * @throws {CommandFailed}
 */
export function run(file, args, options) {
  return waitFor(start(file, args, options), [file, ...args]);
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
function start(file, args, { env = {}, show = false, limitMs = 0, cwd = TOP, showMessages = false } = {}) {
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    // For Node programs the pipe is what tells them that we are gone (end-with-parent.mjs).
    stdio: [
      file === process.execPath ? 'pipe' : 'ignore',
      show ? 'inherit' : 'pipe',
      show ? 'inherit' : 'pipe',
      showMessages ? 'ipc' : 'ignore',
    ],
    windowsHide: true,
    timeout: limitMs,
  });
  child.on('message', (text) => process.stdout.write(String(text)));
  const forget = atStop(() => endProcess(child));
  child.once('close', forget);
  return child;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string[]} command for an error that says nothing else
 * @returns {Promise<string>}
 */
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
      if (code === 0) resolve(printed);
      else
        reject(new CommandFailed(printed.trim() || `${command.join(' ')} ended with ${signal ?? `exit code ${code}`}`));
    });
  });
}

/**
 * Asks a child to end and waits until it has; on Windows, which cannot ask, ends it with all that it started.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function endProcess(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
  else child.kill('SIGTERM');
  await ended;
}
