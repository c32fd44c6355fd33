import { existsSync, readFileSync } from 'node:fs';
import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { parseEnv as parseEnvFile } from 'node:util';
import { findBrowser } from './browser.mjs';
import { nameOf } from './database-name.mjs';
import { generate, isInstalled } from './prepare.mjs';
import { TOP } from './project.mjs';
import { isAlive } from './stopping.mjs';

/** @typedef {import('../server/src/owner/checks.ts').Finding} Finding */

const MB = 1024 ** 2;
/** What a start, a build and a day of messages may need. */
const LEAST_FREE = 100 * MB;
const COMFORTABLE_FREE = 1024 * MB;
/** Understood, but for one machine or run rather than for `.env`. */
const OTHER_VARIABLES = ['CHROME_PATH', 'PORTFOLIO_NO_ENV_FILE'];
/** Read by docker compose alone, which is not asked here. */
const COMPOSE_PORTS = ['HTTP_PORT', 'HTTPS_PORT', 'STUDIO_PORT'];
const FURTHEST_MISSPELLING = 3;

/** @returns {Promise<Finding>} */
export async function checkPackages() {
  const node = `Node ${process.versions.node}`;
  if (await isInstalled()) return { level: 'ok', text: `${node}, e todos os pacotes estão instalados` };
  return {
    level: 'broken',
    text: `${node}; nem todos os pacotes de package-lock.json estão inteiros em node_modules, e nada mais foi olhado`,
    fix: 'npm ci',
  };
}

/**
 * All other checks; the packages must be installed.
 * @param {{ isTrial: boolean }} options whether the bell rings for a trial
 * @returns {AsyncGenerator<Finding>}
 */
export async function* checkProject({ isTrial }) {
  const { tsImport } = await import('tsx/esm/api');
  // Made by the first start, and again after node_modules was deleted: the checks of the database need it.
  await generate();
  /** @type {typeof import('../server/src/owner/checks.ts')} */
  const checks = await tsImport('../server/src/owner/checks.ts', import.meta.url);
  yield* checkEnvFile(process.env['PORTFOLIO_NO_ENV_FILE'] ? undefined : join(TOP, '.env'));
  const { env, settings, faults } = await readSettings();
  for (const fault of faults) yield { level: 'broken', text: fault, fix: 'corrija no .env ou no ambiente' };
  if (faults.length === 0) yield { level: 'ok', text: 'cada variável tem um valor que serve' };
  if (settings) yield email(settings);
  if (env && settings) yield* checks.checkAddresses(env, settings);
  yield* checkFolders(env);
  yield* checkDiskSpace(env, checks.showSize);
  if (env) {
    yield* checkPort(env);
    yield* checkDatabase(env, checks);
    yield* checks.checkBell(env.notify, isTrial);
  }
  yield await checkBrowser();
}

/**
 * @param {string | undefined} file the `.env` that is read, if one is
 * @returns {AsyncGenerator<Finding>}
 */
export async function* checkEnvFile(file) {
  const text = file && (await readFile(file, 'utf8').catch(() => undefined));
  if (!file || text === undefined) {
    yield { level: 'note', text: 'não há .env: cada variável tem o valor padrão ou vem do ambiente' };
    return;
  }
  const { default: leven } = await import('leven');
  const known = Object.keys(parseEnvFile(await readFile(join(TOP, '.env.example'), 'utf8')));
  let unknown = 0;
  for (const name of Object.keys(parseEnvFile(text))) {
    if (known.includes(name) || OTHER_VARIABLES.includes(name)) continue;
    unknown += 1;
    const shortest = Math.min(...known.map((other) => leven(name, other)));
    const nearest = known.filter((other) => leven(name, other) === shortest);
    const isNear = shortest <= FURTHEST_MISSPELLING;
    yield {
      level: isNear ? 'broken' : 'warning',
      text: `.env: nada lê ${name}`,
      fix: isNear ? `escreva ${nearest.join(' ou ')}` : 'tire-a; .env.example tem todas as variáveis',
    };
  }
  if (unknown === 0) yield { level: 'ok', text: '.env: todas as variáveis são conhecidas' };
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) {
    yield { level: 'warning', text: 'o .env pode ser lido por outros usuários desta máquina', fix: 'chmod 600 .env' };
  }
}

/** Reads all settings; what does not fit is a fault, a sentence each. */
async function readSettings() {
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../server/src/env.ts')} */
  const { parseEnv } = await tsImport('../server/src/env.ts', import.meta.url);
  /** @type {typeof import('../client/build/build-settings.ts')} */
  const { parseBuildSettings } = await tsImport('../client/build/build-settings.ts', import.meta.url);
  /** @type {string[]} */
  const faults = [];
  /**
   * @template T
   * @param {() => T} read
   */
  function attempt(read) {
    try {
      return read();
    } catch (error) {
      const lines = (error instanceof Error ? error.message : String(error)).split('\n');
      faults.push(...lines.filter((line) => !line.startsWith('Every variable is explained')));
      return undefined;
    }
  }
  const env = attempt(() => parseEnv(process.env, TOP));
  // The server has spoken of this one already.
  const { MESSAGE_RETENTION_DAYS: _, ...buildVariables } = process.env;
  const settings = attempt(() => parseBuildSettings(buildVariables));
  for (const name of COMPOSE_PORTS) {
    const given = process.env[name]?.trim() ?? '';
    if (given !== '' && !(/^\d{1,5}$/.test(given) && Number(given) > 0 && Number(given) <= 65_535)) {
      faults.push(`${name}: expected a port number from 1 to 65535; given "${given}".`);
    }
  }
  return { env, settings, faults };
}

/**
 * @param {import('../client/build/build-settings.ts').BuildSettings} settings
 * @returns {Finding}
 */
function email({ VITE_EMAILJS_ORIGIN }) {
  if (VITE_EMAILJS_ORIGIN) {
    return {
      level: 'note',
      text: 'o e-mail do EmailJS está ligado. Quem o envia é o navegador do visitante: se chega, só o histórico do EmailJS mostra',
    };
  }
  return { level: 'note', text: 'o e-mail do EmailJS está desligado' };
}

/**
 * @param {import('../server/src/env.ts').Env | undefined} env
 * @returns {AsyncGenerator<Finding>}
 */
async function* checkFolders(env) {
  const folders = [join(TOP, 'node_modules'), join(TOP, 'client'), join(TOP, 'server')];
  if (env && !env.databaseUrl) folders.push(await nearestFolder(env.dataDir));
  let refused = 0;
  for (const folder of folders) {
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (isWritable) continue;
    refused += 1;
    yield {
      level: 'broken',
      text: `este usuário não pode escrever em ${folder}`,
      fix: 'use a conta a quem a pasta pertence, ou dê a pasta a esta (chown)',
    };
  }
  if (refused === 0) yield { level: 'ok', text: 'as pastas em que se escreve estão abertas' };
}

/**
 * @param {import('../server/src/env.ts').Env | undefined} env
 * @param {(bytes: number) => string} showSize
 * @returns {AsyncGenerator<Finding>}
 */
async function* checkDiskSpace(env, showSize) {
  const folder = await nearestFolder(env && !env.databaseUrl ? env.dataDir : TOP);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${showSize(free)} livres no disco de ${folder}`;
  if (free >= COMFORTABLE_FREE) yield { level: 'ok', text };
  else
    yield { level: free < LEAST_FREE ? 'broken' : 'warning', text, fix: 'abra espaço, antes que falte às mensagens' };
}

/**
 * @param {import('../server/src/env.ts').Env} env
 * @returns {AsyncGenerator<Finding>}
 */
async function* checkPort({ host, port }) {
  if (port === 0) {
    yield { level: 'ok', text: 'PORT: qualquer uma livre' };
    return;
  }
  const code = await tryToListen(host, port);
  if (code === undefined) {
    yield { level: 'ok', text: `PORT: ${port} em ${host} está livre; o site não está no ar ali` };
  } else if (code === 'EADDRINUSE' && (await isOurs(host, port))) {
    yield { level: 'ok', text: `PORT: o site está no ar em ${port}` };
  } else if (code === 'EADDRINUSE') {
    yield {
      level: 'broken',
      text: `PORT: ${port} em ${host} é usada por outro programa`,
      fix: 'pare esse programa, ou dê outro número a PORT',
    };
  } else if (code === 'EACCES') {
    yield {
      level: 'broken',
      text: `PORT: este usuário não pode abrir ${port}`,
      fix: 'dê a PORT um número acima de 1023',
    };
  } else {
    yield {
      level: 'broken',
      text: `HOST: ${host} não é endereço desta máquina (${code})`,
      fix: 'dê a HOST o valor 127.0.0.1',
    };
  }
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | undefined>} why not
 */
function tryToListen(host, port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    probe.listen({ host, port }, () => probe.close(() => resolve(undefined)));
  });
}

/**
 * @param {string} host
 * @param {number} port
 */
async function isOurs(host, port) {
  const address = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${address}:${port}/health/live`, { signal: AbortSignal.timeout(5_000) });
    /** @type {unknown} */
    const answer = await response.json();
    return JSON.stringify(answer) === JSON.stringify({ status: 'ok' });
  } catch {
    return false;
  }
}

/**
 * @param {import('../server/src/env.ts').Env} env
 * @param {typeof import('../server/src/owner/checks.ts')} checks
 * @returns {AsyncGenerator<Finding>}
 */
async function* checkDatabase(env, { checkDatabase: ask, describeRetention, messageOf }) {
  const migrations = `${TOP}prisma/migrations`;
  if (env.databaseUrl) {
    yield* ask(env.databaseUrl, env, migrations, nameOf(env.databaseUrl));
    return;
  }
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../server/src/embedded-postgres/home.ts')} */
  const { findCluster } = await tsImport('../server/src/embedded-postgres/home.ts', import.meta.url);
  const cluster = findCluster(env.dataDir);
  if (!cluster) {
    yield {
      level: 'broken',
      text: `não há banco de dados em ${env.dataDir}; as mensagens ${describeRetention(env.retentionDays)}`,
      fix: 'npm start cria um; se o site usa outro, diga qual em DATABASE_URL ou DATA_DIR',
    };
    return;
  }
  const pidFile = join(cluster, 'data/postmaster.pid');
  if (!existsSync(pidFile) || !isAlive(Number.parseInt(readFileSync(pidFile, 'utf8'), 10))) {
    yield {
      level: 'note',
      text: `o banco de dados em ${cluster} está parado; as mensagens ${describeRetention(env.retentionDays)}`,
      fix: 'npm start o põe no ar; aí npm run doctor diz o que há nele',
    };
    return;
  }
  /** @type {Awaited<ReturnType<typeof import('../server/src/embedded-postgres.ts').startEmbeddedPostgres>> | undefined} */
  let postgres;
  try {
    /** @type {typeof import('../server/src/embedded-postgres.ts')} */
    const { startEmbeddedPostgres } = await tsImport('../server/src/embedded-postgres.ts', import.meta.url);
    // It runs, so this only joins it.
    postgres = await startEmbeddedPostgres({ dataDir: env.dataDir });
  } catch (error) {
    yield {
      level: 'broken',
      text: `o banco de dados em ${cluster} não pode ser lido: ${messageOf(error)}`,
      fix: 'use a conta a quem ele pertence, ou dê a DATA_DIR uma pasta sua',
    };
    return;
  }
  yield* ask(postgres.url, env, migrations, cluster);
  await postgres.stop();
}

/** @returns {Promise<Finding>} */
async function checkBrowser() {
  const browser = await findBrowser();
  if (browser) return { level: 'ok', text: `os testes de navegador usarão ${browser}` };
  const chosen = process.env['CHROME_PATH'];
  return {
    level: 'warning',
    text: chosen
      ? `CHROME_PATH: ${chosen} não é um navegador que funcione`
      : 'não há Chromium nem Chrome para os testes de navegador',
    fix: chosen ? 'aponte para um que funcione, ou deixe vazio' : 'npm test instala um; ou instale o Chrome',
  };
}

/**
 * The folder itself, or the first one above it that is there.
 * @param {string} path
 * @returns {Promise<string>}
 */
async function nearestFolder(path) {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path));
}
