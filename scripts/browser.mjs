import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { CommandFailed, run, runNode } from './run.mjs';
import { step } from './steps.mjs';

/** Where downloads are blocked, Playwright would try for much longer. */
const DOWNLOAD_LIMIT_MS = 5 * 60_000;
const APT_LIMIT_MS = 10 * 60_000;

/** The headless shell draws no window, and takes less than half the processor time for the same tests. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Gives the path of a Chromium or Chrome for the browser tests: one that is there (`findBrowser`), else Playwright's download, else, for root on
 * Debian, the package of its headless shell.
 *
 * @returns {Promise<string>}
 * @throws {CommandFailed} with a line that says what to install
 */
export async function findOrInstallBrowser() {
  const chosen = process.env['CHROME_PATH'];
  const present = await findBrowser();
  if (present) return present;
  if (chosen)
    throw new CommandFailed(`CHROME_PATH: expected the path of a Chromium or Chrome that runs; given "${chosen}".`);
  for (const install of [downloadBrowser, installPackage]) {
    // Why it failed does not help somebody who can install a browser in another way: the error below says how.
    await install().catch(() => {});
    const installed = await findBrowser();
    if (installed) return installed;
  }
  throw new CommandFailed(
    'The browser tests need Chromium or Chrome, and it could not be downloaded: install one, or set CHROME_PATH to it, then run "npm test" again.',
  );
}

/**
 * Gives the path of a browser that is there and runs: the one that CHROME_PATH names and no other, else one on the PATH, else Playwright's own.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test');
  const chosen = process.env['CHROME_PATH'];
  for (const path of chosen ? [chosen] : [...NAMES.flatMap(onPath), chromium.executablePath()]) {
    // On Ubuntu `chromium-browser` may be a script that only says where to get it.
    const runs = isProgram(path) && run(path, ['--version'], { limitMs: 30_000 });
    if (runs && (await runs.then(Boolean, () => false))) return path;
  }
  return undefined;
}

/**
 * Gives the path of a program that is there, by one of its names or full paths.
 *
 * @param {...string} names the first that is there is taken
 * @returns {string | undefined}
 */
export function findProgram(...names) {
  return names.flatMap((name) => (isAbsolute(name) ? name : onPath(name))).find(isProgram);
}

function downloadBrowser() {
  return step('Downloading a browser', () =>
    runNode(['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      limitMs: DOWNLOAD_LIMIT_MS,
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
    }),
  );
}

async function installPackage() {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return;
  await step('Installing the chromium-headless-shell package', async () => {
    const options = { limitMs: APT_LIMIT_MS, env: { DEBIAN_FRONTEND: 'noninteractive' } };
    await run('apt-get', ['update'], options);
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], options);
  });
}

/** @param {string} name */
function onPath(name) {
  return (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
