import { existsSync, readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseEnv as parseEnvFile } from 'node:util';
import leven from 'leven';
import { type BuildSettings, parseBuildSettings } from '../client/build/build-settings.ts';
import { parseEnv } from '../server/src/env.ts';
import {
  checkAddresses,
  checkBell,
  checkDatabase,
  type Finding,
  MB,
  printFindings,
  showSize,
} from '../server/src/owner/checks.ts';
import { MIGRATIONS_DIR, openDatabase } from './database.ts';
import { TOP } from './project.mjs';

const LEAST_FREE = 100 * MB;
const COMFORTABLE_FREE = 1024 * MB;
/** Not in .env.example, because they are for one run or machine. */
const OTHER_VARIABLES = ['CHROME_PATH', 'PORTFOLIO_NO_ENV_FILE'];
const FURTHEST_MISSPELLING = 3;

/** `npm run doctor`: what a start cannot tell. Changes nothing. Exit code 1 if something is broken. */
export async function doctor({ values }: { values: { 'no-trial'?: boolean } }): Promise<void> {
  process.exitCode = await printFindings(findAll(!values['no-trial']));
}

async function* findAll(isTrial: boolean): AsyncGenerator<Finding> {
  yield* checkEnvFile(process.env['PORTFOLIO_NO_ENV_FILE'] ? undefined : join(TOP, '.env'));
  const faults: string[] = [];
  const env = readOrNote(() => parseEnv(process.env, TOP), faults);
  const settings: BuildSettings | undefined = readOrNote(() => parseBuildSettings(process.env), faults);
  for (const fault of faults) yield { level: 'broken', text: fault, fix: 'corrija no .env ou no ambiente' };
  if (env && settings) yield* checkAddresses(env, settings);
  yield await checkDiskSpace(env && !env.databaseUrl ? env.dataDir : TOP);
  if (env) {
    const url = await openDatabase({ mayMigrate: false }).catch((error: Error) => error);
    if (url instanceof Error) yield { level: 'broken', text: url.message };
    else yield* checkDatabase(url, env, MIGRATIONS_DIR);
    yield* checkBell(env.notify, isTrial);
  }
}

function readOrNote<T>(read: () => T, faults: string[]): T | undefined {
  try {
    return read();
  } catch (error) {
    const lines = (error instanceof Error ? error.message : String(error)).split('\n');
    faults.push(...lines.filter((line) => !line.startsWith('Every variable is explained')));
    return undefined;
  }
}

/** @param file the `.env` that is read */
export function* checkEnvFile(file: string | undefined): Generator<Finding> {
  if (!file || !existsSync(file)) {
    yield { level: 'note', text: 'não há .env: cada variável tem o valor padrão ou vem do ambiente' };
    return;
  }
  const known = Object.keys(parseEnvFile(readFileSync(join(TOP, '.env.example'), 'utf8')));
  const names = Object.keys(parseEnvFile(readFileSync(file, 'utf8')));
  const unknown = names.filter((name) => !known.includes(name) && !OTHER_VARIABLES.includes(name));
  for (const name of unknown) {
    const distance = Math.min(...known.map((other) => leven(name, other)));
    const nearest = known.filter((other) => leven(name, other) === distance);
    const isNear = distance <= FURTHEST_MISSPELLING;
    yield {
      level: isNear ? 'broken' : 'warning',
      text: `.env: nada lê ${name}`,
      fix: isNear ? `escreva ${nearest.join(' ou ')}` : 'tire-a; .env.example tem todas as variáveis',
    };
  }
  if (unknown.length === 0) yield { level: 'ok', text: '.env: todas as variáveis são conhecidas' };
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    yield { level: 'warning', text: 'o .env pode ser lido por outros usuários desta máquina', fix: 'chmod 600 .env' };
  }
}

async function checkDiskSpace(path: string): Promise<Finding> {
  let folder = path;
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${showSize(free)} livres no disco de ${folder}`;
  if (free >= COMFORTABLE_FREE) return { level: 'ok', text };
  const level = free < LEAST_FREE ? 'broken' : 'warning';
  return { level, text, fix: 'abra espaço, antes que falte às mensagens' };
}
