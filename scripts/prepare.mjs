import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeUnlessFresh } from './freshness.mjs';
import { TOP } from './project.mjs';
import { runNode, runNpm } from './run.mjs';
import { step } from './steps.mjs';

/**
 * `prisma generate` and `studio` want the native schema engine to be there, and would download it, but never call it: any program will do.
 */
export const PRISMA_ENV = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
};
export const PRISMA_CLI = join(TOP, 'node_modules/prisma/build/index.js');

/** Installs the packages of package-lock.json, unless they are there. */
export async function install() {
  if (await isInstalled()) return;
  // Also where NODE_ENV=production would leave out what builds the site; and from npm's cache where that has it.
  await step('Installing packages', () =>
    runNpm(['ci', '--include=dev', '--include=optional', '--prefer-offline', '--no-audit', '--no-fund']),
  );
}

/**
 * npm writes the second lockfile when all packages are in place. Compared by content, since git and cp set the files' times as they please.
 * Optional packages may be missing: most are for other machines. A folder may have been deleted since.
 * @param {string} [top]
 */
export async function isInstalled(top = TOP) {
  const wanted = await readPackages(join(top, 'package-lock.json'));
  const present = await readPackages(join(top, 'node_modules/.package-lock.json')).catch(() => undefined);
  if (!present) return false;
  return Object.entries(wanted).every(([path, { version, link, optional }]) => {
    if (!path.startsWith('node_modules/') || (optional && !present[path])) return true;
    const isListed = present[path]?.version === version && present[path]?.link === link;
    return isListed && existsSync(join(top, path, 'package.json'));
  });
}

/**
 * @param {string} lockfile
 * @returns {Promise<Record<string, { version?: string, link?: boolean, optional?: boolean }>>}
 */
async function readPackages(lockfile) {
  return JSON.parse(await readFile(lockfile, 'utf8')).packages;
}

/** Generates the Prisma client, unless it is there for this schema. */
export async function generate() {
  await makeUnlessFresh(
    {
      name: 'prisma-client',
      inputs: ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'],
      output: 'server/src/generated/prisma/client.ts',
    },
    () =>
      step('Generating the database client', () =>
        runNode([PRISMA_CLI, 'generate', '--no-hints'], { env: PRISMA_ENV }),
      ),
  );
}

/** Builds the server into server/dist, unless it is there. */
export async function buildServer() {
  await makeUnlessFresh(
    {
      name: 'server',
      inputs: ['server/src', 'server/vite.config.ts', 'contract', 'prisma/schema.prisma', 'package-lock.json'],
      output: 'server/dist/serve.js',
    },
    () =>
      step('Building the server', () =>
        runNode(['node_modules/vite/bin/vite.js', 'build', '--config', 'server/vite.config.ts', '--logLevel', 'warn']),
      ),
  );
}

/** What client/build/build-settings.ts and client/build/build.ts read; of the others, such as PORT, the built site knows nothing. */
const SITE_VARIABLES = /^(CONTENT_DIR|VITE_.*|MESSAGE_RETENTION_DAYS|SITE_DIR|SITE_URL)$/;

/** For a server of ours, which has the site at its root: a SITE_URL with a path is that of a static host (docs/deploy.md). */
export function leaveOutPath() {
  const url = process.env['SITE_URL']?.trim() ?? '';
  if (URL.canParse(url) && new URL(url).pathname !== '/') process.env['SITE_URL'] = '';
}

/**
 * Builds the site, unless it is there, built with these very values.
 *
 * @param {Record<string, string | undefined>} [env] goes before our own environment
 * @returns {Promise<string[]>} what the owner may want to fill in
 */
export async function buildSite(env = {}) {
  const values = Object.fromEntries(
    Object.entries({ ...process.env, ...env }).filter(([name]) => SITE_VARIABLES.test(name)),
  );
  const folder = values['SITE_DIR']?.trim() || 'client/dist';
  const printed = await makeUnlessFresh(
    {
      name: `site-${folder.replace(/[^\w.-]/g, '_')}`,
      inputs: ['client', values['CONTENT_DIR'] || 'content', 'contract', 'tsconfig.base.json', 'package-lock.json'],
      values,
      output: join(folder, 'inicio.html'),
    },
    () =>
      step('Building the site', () =>
        runNode(['--import', 'tsx', 'client/build/build.ts'], { env, showMessages: true }),
      ),
  );
  // The first line says where the site is, the others what is not configured.
  return printed.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('The site is in '));
}
