import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { explainWrongNode } from './node-version.mjs';
import { TOP } from './project.mjs';
import { CommandFailed } from './run.mjs';
import { stop, stopSignal, stopWhenTold } from './stopping.mjs';

/**
 * Runs a script the way all of them run: on a Node that can, with the variables of `.env`, ending in order when it is told to, and with a sentence
 * rather than a stack for what the person at the keyboard can mend.
 *
 * @param {() => Promise<unknown>} work the script; one that goes on serving leaves something open
 * @param {{ envFile?: boolean, serves?: boolean }} [options] `envFile: false` where `.env` must have no say; `serves` where Ctrl-C is the
 *   expected end, so that its exit code is 0
 */
export async function main(work, { envFile = true, serves = false } = {}) {
  const wrongNode = explainWrongNode();
  if (wrongNode) {
    process.stderr.write(`${wrongNode}\n`);
    process.exit(1);
  }
  stopWhenTold(serves ? 0 : 130);
  try {
    if (!envFile) process.env['PORTFOLIO_NO_ENV_FILE'] = '1';
    const file = join(TOP, '.env');
    const hadPort = Boolean(process.env['PORT']);
    // A variable that the environment sets already keeps its value.
    if (!process.env['PORTFOLIO_NO_ENV_FILE'] && existsSync(file)) process.loadEnvFile(file);
    // A PORT in the environment is a platform's, and opens the site to all (server/src/env.ts); one in .env does not.
    if (!hadPort && process.env['PORT'] && process.env['NODE_ENV'] !== 'production')
      process.env['HOST'] ||= '127.0.0.1';
    await work();
  } catch (error) {
    // What is broken off by a stop has not failed.
    if (!stopSignal.aborted) process.stderr.write(`\n${explain(error)}\n`);
    await stop(1);
  }
}

/** @param {unknown} error */
function explain(error) {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && /MODULE_NOT_FOUND$/.test(String(error.code)) && /package|node_modules/.test(error.message)) {
    return `A package in node_modules is missing or damaged (${error.message.split('\n')[0]}). Say npm ci, then try again.`;
  }
  // By name: the server's classes are another copy in server/dist.
  const isExplained = error.name === 'OperatorError' || error instanceof CommandFailed;
  return isExplained ? error.message : (error.stack ?? error.message);
}
