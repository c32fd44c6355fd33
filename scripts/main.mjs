import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpOf, listOf, readArguments } from './arguments.mjs';
import { COMMANDS } from './commands.mjs';
import { explainWrongNode } from './node-version.mjs';
import { generate, install, isInstalled } from './prepare.mjs';
import { TOP } from './project.mjs';
import { CommandFailed } from './run.mjs';
import { stop, stopSignal, stopWhenTold } from './stopping.mjs';

const { version } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8'));

/** Runs a command of the project: `node scripts/main.mjs NAME …`, which is `npm run NAME -- …`. */
const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const call = name === 'start' || name === 'test' ? `npm ${name} --` : `npm run ${name} --`;
if (command) await run(command);
else {
  (name === '--help' ? process.stdout : process.stderr).write(listOf('npm run', COMMANDS));
  process.exitCode = name === '--help' ? 0 : 1;
}

/** @param {import('./commands.mjs').Command} command */
async function run(command) {
  stopWhenTold(command.serves ? 0 : 130);
  try {
    const wrongNode = explainWrongNode();
    if (wrongNode) throw new CommandFailed(wrongNode);
    const given = await readOrExplain(command);
    if (!given) return;
    loadEnvFile(command);
    if (!command.installsNothing) await install(command);
    else if (!(await isInstalled(command))) {
      throw new CommandFailed(
        '✖ faltam pacotes de package-lock.json em node_modules, e nada mais foi olhado\n  → npm ci',
      );
    }
    if (!command.omitsClient) await generate();
    // Only from here on can TypeScript be imported.
    if (!command.isPlain) (await import('tsx/esm/api')).register();
    const work = await command.load();
    await work(given);
    if (command.serves) return;
    await new Promise((done) => process.stdout.write('', done));
    await stop(Number(process.exitCode ?? 0));
  } catch (error) {
    // What a stop interrupts has not failed.
    if (!stopSignal.aborted) process.stderr.write(`\n${explain(error)}\n`);
    await stop(1);
  }
}

/** Shows help or version if asked, and gives nothing then. @param {import('./commands.mjs').Command} command */
async function readOrExplain(command) {
  // `messages` shows its own help, if its packages are installed.
  const isOurs = !command.parsesItself || !(await isInstalled(command));
  if (isOurs && (args.includes('--help') || args.includes('-h'))) process.stdout.write(helpOf(call, command));
  else if (args[0] === '--version') process.stdout.write(`${version}\n`);
  else return command.parsesItself ? { values: {}, positionals: [], args } : readArguments(call, command, args);
  return undefined;
}

/** Reads `.env`; a variable that the environment sets keeps its value. @param {import('./commands.mjs').Command} command */
function loadEnvFile({ ignoresEnvFile }) {
  if (ignoresEnvFile) process.env['PORTFOLIO_NO_ENV_FILE'] = '1';
  const file = join(TOP, '.env');
  const hadPort = Boolean(process.env['PORT']);
  if (!process.env['PORTFOLIO_NO_ENV_FILE'] && existsSync(file)) process.loadEnvFile(file);
  // A PORT in the environment is a platform's, and opens the site to all (server/src/env.ts); one in .env does not.
  if (!hadPort && process.env['PORT'] && process.env['NODE_ENV'] !== 'production') process.env['HOST'] ||= '127.0.0.1';
}

/** @param {unknown} error */
function explain(error) {
  if (!(error instanceof Error)) return String(error);
  // By name: the server's class is another copy in server/dist.
  const isExplained = error.name === 'OperatorError' || error instanceof CommandFailed;
  return isExplained ? error.message : (error.stack ?? error.message);
}
