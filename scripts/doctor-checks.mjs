import { existsSync, readFileSync } from 'node:fs';
import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { parseEnv as parseEnvFile } from 'node:util';
import { findBrowser } from './browser.mjs';
import { isInstalled } from './prepare.mjs';
import { TOP } from './project.mjs';
import { isAlive } from './stopping.mjs';

/**
 * @typedef {object} Finding
 * @property {'ok' | 'note' | 'warning' | 'broken'} level
 * @property {string} text
 * @property {string} [fix] what to do about it
 */

const MB = 1024 ** 2;
/** What a start, a build and a day of messages may need. */
const LEAST_FREE = 100 * MB;
const COMFORTABLE_FREE = 1024 * MB;
const DAY_MS = 86_400_000;
/** Understood, but for one machine or run rather than for `.env`. */
const OTHER_VARIABLES = ['CHROME_PATH', 'PORTFOLIO_NO_ENV_FILE'];
/** Read by docker compose alone, which is not asked here. */
const COMPOSE_PORTS = ['HTTP_PORT', 'HTTPS_PORT', 'STUDIO_PORT'];
const FURTHEST_MISSPELLING = 3;

/** @returns {Promise<Finding>} */
export async function checkPackages() {
  const node = `Node ${process.versions.node}`;
  if (await isInstalled()) return { level: 'ok', text: `${node}, and all packages are installed` };
  return {
    level: 'broken',
    text: `${node}; the packages of package-lock.json are not all installed, so nothing else was looked at`,
    fix: 'npm start (or npm ci)',
  };
}

/**
 * All other checks; the packages must be installed.
 * @returns {AsyncGenerator<Finding>}
 */
export async function* checkProject() {
  yield* checkEnvFile(process.env['PORTFOLIO_NO_ENV_FILE'] ? undefined : join(TOP, '.env'));
  const { env, settings, faults } = await readSettings();
  for (const fault of faults) yield { level: 'broken', text: fault, fix: 'correct it in .env or in the environment' };
  if (faults.length === 0) yield { level: 'ok', text: 'every variable has a value that fits' };
  if (settings) yield email(settings);
  yield* checkFolders(env);
  yield* checkDiskSpace(env);
  if (env) {
    yield* checkPort(env);
    yield* checkDatabase(env);
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
    yield { level: 'note', text: 'no .env: every variable has its default, or comes from the environment' };
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
      text: `.env: nothing reads ${name}`,
      fix: isNear ? `write ${nearest.join(' or ')}` : 'take it out; .env.example names every variable',
    };
  }
  if (unknown === 0) yield { level: 'ok', text: '.env: every variable is known' };
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) {
    yield { level: 'warning', text: '.env can be read by other users of this machine', fix: 'chmod 600 .env' };
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
      text: 'e-mail is on. Visitors’ browsers send it, not this server: whether it arrives only EmailJS’s own history shows',
    };
  }
  return { level: 'note', text: 'e-mail is off: messages are stored, and nobody is told of them' };
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
      text: `this user may not write to ${folder}`,
      fix: 'run as the user who owns it, or give it to this one (chown)',
    };
  }
  if (refused === 0) yield { level: 'ok', text: 'the folders that are written to can be' };
}

/**
 * @param {import('../server/src/env.ts').Env | undefined} env
 * @returns {AsyncGenerator<Finding>}
 */
async function* checkDiskSpace(env) {
  const folder = await nearestFolder(env && !env.databaseUrl ? env.dataDir : TOP);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${showSize(free)} free on the disk of ${folder}`;
  if (free >= COMFORTABLE_FREE) yield { level: 'ok', text };
  else yield { level: free < LEAST_FREE ? 'broken' : 'warning', text, fix: 'make room, before messages find none' };
}

/**
 * @param {import('../server/src/env.ts').Env} env
 * @returns {AsyncGenerator<Finding>}
 */
async function* checkPort({ host, port }) {
  if (port === 0) {
    yield { level: 'ok', text: 'PORT: any free one' };
    return;
  }
  const code = await tryToListen(host, port);
  if (code === undefined) {
    yield { level: 'ok', text: `PORT: ${port} on ${host} is free; the site does not run there` };
  } else if (code === 'EADDRINUSE' && (await isOurs(host, port))) {
    yield { level: 'ok', text: `PORT: the site runs on ${port}` };
  } else if (code === 'EADDRINUSE') {
    yield {
      level: 'broken',
      text: `PORT: ${port} on ${host} is in use by another program`,
      fix: 'stop that program, or set PORT to another number',
    };
  } else if (code === 'EACCES') {
    yield { level: 'broken', text: `PORT: this user may not open ${port}`, fix: 'set PORT to a number above 1023' };
  } else {
    yield {
      level: 'broken',
      text: `HOST: ${host} is no address of this machine (${code})`,
      fix: 'set HOST to 127.0.0.1',
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
 * @returns {AsyncGenerator<Finding>}
 */
async function* checkDatabase(env) {
  const retention = env.retentionDays === 0 ? 'kept for ever' : `deleted after ${env.retentionDays} days`;
  let url = env.databaseUrl;
  let letGo = async () => {};
  if (!url) {
    const { tsImport } = await import('tsx/esm/api');
    /** @type {typeof import('../server/src/embedded-postgres/home.ts')} */
    const { homeElsewhere } = await tsImport('../server/src/embedded-postgres/home.ts', import.meta.url);
    const homes = [homeElsewhere(env.dataDir), env.dataDir];
    const location = homes.map((home) => join(home, 'postgresql')).find((folder) => existsSync(folder));
    const pidFile = location && join(location, 'data/postmaster.pid');
    if (!pidFile || !existsSync(pidFile) || !isAlive(Number.parseInt(readFileSync(pidFile, 'utf8'), 10))) {
      const where = location ? `the database in ${location} does not run` : 'there is no database yet';
      yield {
        level: 'note',
        text: `${where}; messages will be ${retention}`,
        fix: 'npm start runs it; doctor then says what is in it',
      };
      return;
    }
    try {
      /** @type {typeof import('../server/src/embedded-postgres.ts')} */
      const { startEmbeddedPostgres } = await tsImport('../server/src/embedded-postgres.ts', import.meta.url);
      // It runs, so this only joins it.
      const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir });
      url = postgres.url;
      letGo = postgres.stop;
    } catch (error) {
      yield {
        level: 'broken',
        text: `the database of ${env.dataDir} cannot be read: ${messageOf(error)}`,
        fix: 'run as the user who owns it, or set DATA_DIR to a folder of yours',
      };
      return;
    }
  }
  const asked = await askDatabase(url, env.retentionDays).catch((error) => ({
    fault: messageOf(error.cause ?? error),
  }));
  await letGo();
  if ('fault' in asked) {
    yield {
      level: 'broken',
      text: `the database does not answer: ${asked.fault}`,
      fix: 'start it, or correct DATABASE_URL: address, user, password, name',
    };
    return;
  }
  const { pending, totals, clock, due } = asked;
  if (pending.length > 0) {
    yield {
      level: 'warning',
      text: `the database answers; migrations pending: ${pending.join(', ')}`,
      fix: 'start the site, which applies them',
    };
  } else {
    yield { level: 'ok', text: 'the database answers, and has every migration' };
  }
  if (!totals) return;
  yield {
    level: 'note',
    text: `${totals.total} ${totals.total === 1 ? 'message' : 'messages'}: ${totals.new} new, ${totals.spam} spam; the database takes ${showSize(totals.databaseBytes)}`,
  };
  yield {
    level: 'note',
    text: totals.latest ? `the last message came ${totals.latest.toISOString()}` : 'no message has come yet',
  };
  const ageDays = totals.oldest ? (clock.now.getTime() - totals.oldest.getTime()) / DAY_MS : 0;
  const purge = `npm run messages -- purge --older-than ${env.retentionDays}d`;
  if (due > 0 && clock.heldForS > 0) {
    const until = new Date(clock.now.getTime() + clock.heldForS * 1000).toISOString();
    yield {
      level: 'warning',
      text: `messages are ${retention}, and ${due} would be due; they are kept until ${until} or longer, as the database’s clock is new to the site or has jumped: it says ${clock.now.toISOString()}`,
      fix: `set that clock right if it is wrong. If it is right, the running site deletes them then; ${purge} does it now`,
    };
  } else if (env.retentionDays > 0 && ageDays > env.retentionDays + 1) {
    yield {
      level: 'warning',
      text: `messages are ${retention}, and the oldest is of ${totals.oldest?.toISOString()}`,
      fix: `start the site, which deletes them; or ${purge}`,
    };
  } else {
    yield { level: 'ok', text: `messages are ${retention}${env.retentionDays > 0 ? ', and none is older' : ''}` };
  }
}

/**
 * What the database knows. Reads only.
 * @param {string} url
 * @param {number} retentionDays
 */
async function askDatabase(url, retentionDays) {
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../server/src/migrate.ts')} */
  const { findPendingMigrations } = await tsImport('../server/src/migrate.ts', import.meta.url);
  const pending = await findPendingMigrations(url, `${TOP}prisma/migrations`);
  // Made by the first start. Nothing is stored before that.
  const isGenerated = await access(join(TOP, 'server/src/generated/prisma/client.ts')).then(
    () => true,
    () => false,
  );
  if (pending.length > 0 || !isGenerated) return { pending };
  /** @type {typeof import('../server/src/owner/open-owner-store.ts')} */
  const { openOwnerStore } = await tsImport('../server/src/owner/open-owner-store.ts', import.meta.url);
  const owner = await openOwnerStore(url, `${TOP}prisma/migrations`);
  try {
    const clock = await owner.readClock();
    const before = new Date(clock.now.getTime() - retentionDays * DAY_MS);
    const due = retentionDays > 0 ? await owner.count({ before }) : 0;
    return { pending, totals: await owner.totals(), clock, due };
  } finally {
    await owner.close();
  }
}

/** @returns {Promise<Finding>} */
async function checkBrowser() {
  const browser = await findBrowser();
  if (browser) return { level: 'ok', text: `the browser tests will use ${browser}` };
  const chosen = process.env['CHROME_PATH'];
  return {
    level: 'warning',
    text: chosen
      ? `CHROME_PATH: ${chosen} is no browser that runs`
      : 'there is no Chromium or Chrome for the browser tests',
    fix: chosen ? 'set it to one that does, or to nothing' : 'npm test installs one; or install Chrome yourself',
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

/** @param {number} bytes */
function showSize(bytes) {
  return bytes < 1024 * MB ? `${Math.round(bytes / MB)} MB` : `${(bytes / MB / 1024).toFixed(1)} GB`;
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error);
}
