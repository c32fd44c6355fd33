import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { CommandFailed, run, runNode } from './run.mjs';
import { step } from './steps.mjs';

/** Playwright's download takes a minute or two where it works; where downloads are closed it must not hold up what comes next. */
const DOWNLOAD_LIMIT_MS = 5 * 60_000;
const APT_LIMIT_MS = 10 * 60_000;

/**
 * @typedef {object} Machine what the choice of a browser depends on
 * @property {string} platform as process.platform
 * @property {boolean} isRoot
 * @property {Record<string, string | undefined>} env
 * @property {() => Promise<string>} playwrightsOwn where Playwright keeps its own Chromium, once it is downloaded
 * @property {(path: string) => boolean} isProgram
 * @property {(path: string) => Promise<unknown>} start rejects where that program is there but does not run
 * @property {() => Promise<unknown>} download lets Playwright fetch its own
 * @property {() => Promise<unknown>} aptInstall
 */

/**
 * Gives the path of a Chromium or Chrome for the browser tests: one that is there, else Playwright's own download, else, for root on Debian,
 * its headless shell as a package.
 *
 * @param {Machine} [machine]
 * @returns {Promise<string>}
 * @throws {CommandFailed} with a line that says what to install
 */
export async function findOrInstallBrowser(machine = thisMachine()) {
  const { env, platform, isRoot } = machine;
  const chosen = env['CHROME_PATH'];
  if (chosen) {
    if (await works(machine, chosen)) return chosen;
    throw new CommandFailed(`CHROME_PATH: expected the path of a Chromium or Chrome that runs; given "${chosen}".`);
  }
  const present = await find(machine);
  if (present) return present;

  const attempts = [machine.download];
  if (isRoot && platform === 'linux' && machine.isProgram('/usr/bin/apt-get')) attempts.push(machine.aptInstall);
  for (const attempt of attempts) {
    // Why it failed is of no use to somebody who can install a browser in another way: the line below says how.
    await attempt().catch(() => {});
    const installed = await find(machine);
    if (installed) return installed;
  }
  throw new CommandFailed(
    'The browser tests need Chromium or Chrome, and it could not be downloaded: install one, or set CHROME_PATH to it, then run "npm test" again.',
  );
}

/**
 * Gives the path of a browser that is there; installs nothing.
 *
 * @param {Machine} [machine]
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser(machine = thisMachine()) {
  const chosen = machine.env['CHROME_PATH'];
  if (chosen) return (await works(machine, chosen)) ? chosen : undefined;
  return find(machine);
}

/** @param {Machine} machine */
async function find(machine) {
  for (const path of [...usualPlaces(machine), await machine.playwrightsOwn()]) {
    if (await works(machine, path)) return path;
  }
  return undefined;
}

/**
 * @param {Machine} machine
 * @param {string} path
 */
async function works(machine, path) {
  if (!machine.isProgram(path)) return false;
  // On Ubuntu `chromium-browser` may be a script that only says where to get it. On Windows a browser opens a window when it is asked.
  if (machine.platform === 'win32') return true;
  return machine.start(path).then(
    () => true,
    () => false,
  );
}

/** @param {Machine} machine */
function usualPlaces({ platform, env }) {
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    );
    // Edge is a Chromium too, and on every Windows.
    const programs = [
      'Google/Chrome/Application/chrome.exe',
      'Chromium/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ];
    return programs.flatMap((program) => roots.map((root) => join(root, program)));
  }
  // The headless shell draws no window, and takes less than half the processor time for the same tests.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const onPath = placesOnPath(env, names);
  if (platform !== 'darwin') return onPath;
  const apps = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'];
  return [
    ...apps.flatMap((app) => ['/Applications', join(env['HOME'] ?? '', 'Applications')].map((root) => join(root, app))),
    ...onPath,
  ];
}

/**
 * @param {Record<string, string | undefined>} env
 * @param {string[]} names of programs
 */
function placesOnPath(env, names) {
  return (env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
}

/**
 * Gives the path of a program that is there, by one of its names or full paths.
 *
 * @param {...string} names the first that is there is taken
 * @returns {string | undefined}
 */
export function findProgram(...names) {
  return names.flatMap((name) => (isAbsolute(name) ? name : placesOnPath(process.env, [name]))).find(isProgram);
}

/** @returns {Machine} */
function thisMachine() {
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    env: process.env,
    playwrightsOwn: async () => (await import('@playwright/test')).chromium.executablePath(),
    isProgram,
    start: (path) => run(path, ['--version'], { limitMs: 30_000 }),
    download: () =>
      step('Downloading a browser', () =>
        runNode(['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
          limitMs: DOWNLOAD_LIMIT_MS,
          env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
        }),
      ),
    aptInstall: () =>
      step('Installing the chromium-headless-shell package', async () => {
        const options = { limitMs: APT_LIMIT_MS, env: { DEBIAN_FRONTEND: 'noninteractive' } };
        await run('apt-get', ['update'], options);
        await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], options);
      }),
  };
}

/** @param {string} path */
function isProgram(path) {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
