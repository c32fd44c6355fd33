import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cacheFile, TOP } from './project.mjs';
import { runNode, runNpm } from './run.mjs';
import { step } from './steps.mjs';

/** `prisma generate` and `studio` would download the native schema engine, but never call it: any program is enough. */
export const PRISMA_ENV = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
};
export const PRISMA_CLI = join(TOP, 'node_modules/prisma/build/index.js');

/** Installs the packages of package-lock.json, unless they are there. @param {{ omitsDev?: boolean }} command */
export async function install(command) {
  if (await isInstalled(command)) return;
  // Even if NODE_ENV=production would leave out devDependencies.
  const dev = command.omitsDev ? '--omit=dev' : '--include=dev';
  // `npm ci` first deletes the packages, which a running site may need.
  const how = existsSync(join(TOP, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  await step('Installing packages', () =>
    runNpm([...how, dev, '--include=optional', '--prefer-offline', '--no-audit', '--no-fund']),
  );
}

/**
 * Whether all packages that a command needs are there: npm's own list, written last, and their folders. Optional ones
 * may be for other machines.
 * @param {{ omitsDev?: boolean }} command @param {string} [top]
 */
export async function isInstalled({ omitsDev }, top = TOP) {
  const wanted = await readPackages(join(top, 'package-lock.json'));
  const present = await readPackages(join(top, 'node_modules/.package-lock.json')).catch(() => undefined);
  if (!present) return false;
  return Object.entries(wanted).every(([path, { version, link, optional, dev }]) => {
    const isNotNeeded = optional || (omitsDev && dev);
    if (!path.startsWith('node_modules/') || (isNotNeeded && !present[path])) return true;
    const isListed = present[path]?.version === version && present[path]?.link === link;
    return isListed && existsSync(join(top, path, 'package.json'));
  });
}

/** @param {string} lockfile @returns {Promise<Record<string, { version?: string, link?: boolean, optional?: boolean, dev?: boolean }>>} */
async function readPackages(lockfile) {
  return JSON.parse(await readFile(lockfile, 'utf8')).packages;
}

/** Generates the Prisma client, unless it is up to date. */
export async function generate() {
  const inputs = ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'];
  await makeUnlessFresh({ name: 'prisma-client', inputs, output: 'server/src/generated/prisma/client.ts' }, () =>
    step('Generating the database client', () => runNode([PRISMA_CLI, 'generate', '--no-hints'], { env: PRISMA_ENV })),
  );
}

/** Builds the server into server/dist, unless it is up to date. */
async function buildServer() {
  const inputs = ['server/src', 'server/vite.config.ts', 'contract', 'prisma/schema.prisma', 'package-lock.json'];
  await makeUnlessFresh({ name: 'server', inputs, output: 'server/dist/serve.js' }, () =>
    step('Building the server', () =>
      runNode(['node_modules/vite/bin/vite.js', 'build', '--config', 'server/vite.config.ts', '--logLevel', 'warn']),
    ),
  );
}

/** What client/build reads: another variable, such as PORT, needs no new build. */
const SITE_VARIABLES = /^(CONTENT_DIR|VITE_.*|MESSAGE_RETENTION_DAYS|SITE_DIR|SITE_URL)$/;

/** Our server has the site at its root: a SITE_URL with a path is that of a static host (docs/deploy.md). */
export function leaveOutPath() {
  const url = process.env['SITE_URL']?.trim() ?? '';
  if (URL.canParse(url) && new URL(url).pathname !== '/') process.env['SITE_URL'] = '';
}

/** From the top folder. @param {Record<string, string | undefined>} [env] */
export function findSiteFolder(env = process.env) {
  return env['SITE_DIR']?.trim() || 'client/dist';
}

/** Builds the site, unless it is up to date. Gives what is not configured. @param {Record<string, string>} [env] */
export async function buildSite(env = {}) {
  const values = Object.fromEntries(
    Object.entries({ ...process.env, ...env }).filter(([name]) => SITE_VARIABLES.test(name)),
  );
  const folder = findSiteFolder(values);
  const name = `site-${folder.replace(/[^\w.-]/g, '_')}`;
  const inputs = ['client', values['CONTENT_DIR'] || 'content', 'contract', 'tsconfig.base.json', 'package-lock.json'];
  const printed = await makeUnlessFresh({ name, inputs, values, output: join(folder, 'inicio.html') }, () =>
    step('Building the site', () => runNode(['--import', 'tsx', 'client/build/build.ts'], { env, showMessages: true })),
  );
  // The first line says where the site is, the others what is not configured.
  return printed.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('The site is in '));
}

/** Builds server and site. Gives what buildSite gives. @param {Record<string, string>} [env] of the site */
export async function buildAll(env) {
  const [toFillIn] = await Promise.all([buildSite(env), generate().then(buildServer)]);
  return toFillIn;
}

/**
 * Makes a product unless it is there, made from these files, folders and values. An interrupted one does not count.
 * @param {{ name: string, inputs: string[], values?: Record<string, string | undefined>, output: string }} product
 * @param {() => Promise<string>} make
 * @returns {Promise<string>} what `make` gave, now or when the product was made
 */
async function makeUnlessFresh({ name, inputs, values = {}, output }, make) {
  const stamp = cacheFile(`${name}.json`);
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(values).sort()));
  for (const input of inputs) await addToHash(hash, input);
  const fingerprint = hash.digest('hex');
  const made = await readFile(stamp, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
  if (made?.fingerprint === fingerprint && existsSync(resolve(TOP, output))) return made.printed;

  await rm(stamp, { force: true });
  const printed = await make();
  await writeFile(stamp, JSON.stringify({ fingerprint, printed }));
  return printed;
}

const IGNORED = /^(node_modules|dist|dist-e2e|generated|\..*)$|\.test\.tsx?$/;

/** @param {import('node:crypto').Hash} hash @param {string} path from the top folder */
async function addToHash(hash, path) {
  if (!(await stat(resolve(TOP, path))).isDirectory()) {
    hash.update(`${path}\n`).update(await readFile(resolve(TOP, path)));
    return;
  }
  for (const name of (await readdir(resolve(TOP, path))).sort()) {
    if (!IGNORED.test(name)) await addToHash(hash, `${path}/${name}`);
  }
}
