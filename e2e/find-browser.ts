import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { chromium } from '@playwright/test';
import { CommandFailed, run, runNode } from '../scripts/run.mjs';
import { step } from '../scripts/steps.mjs';

/** If downloads are blocked, Playwright would try for much longer. */
const DOWNLOAD_LIMIT_MS = 5 * 60_000;
const APT_LIMIT_MS = 10 * 60_000;

/** The headless shell comes first: it takes less than half the processor time for the same tests. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Gives the path of a Chromium or Chrome: an existing one (`findBrowser`), else Playwright's download, else, for root
 * on Debian, the package of its headless shell. @throws CommandFailed with a line that says what to install
 */
export async function findOrInstallBrowser(): Promise<string> {
  const chosen = process.env['CHROME_PATH'];
  const present = await findBrowser();
  if (present) return present;
  if (chosen)
    throw new CommandFailed(`CHROME_PATH: expected the path of a Chromium or Chrome that runs; given "${chosen}".`);
  for (const install of [downloadBrowser, installPackage]) {
    // The error below says how to install a browser in another way.
    await install().catch(() => {});
    const installed = await findBrowser();
    if (installed) return installed;
  }
  throw new CommandFailed(
    'The browser tests need Chromium or Chrome, and it could not be downloaded: install one, or set CHROME_PATH to it, then run "npm test" again.',
  );
}

/** The path of a browser that runs: that of CHROME_PATH if it is set, else one in PATH, else Playwright's own. */
export async function findBrowser(): Promise<string | undefined> {
  const chosen = process.env['CHROME_PATH'];
  for (const path of chosen ? [chosen] : [...NAMES.flatMap(onPath), chromium.executablePath()]) {
    // On Ubuntu `chromium-browser` may be a script that only says where to get it.
    const runs = isProgram(path) && run(path, ['--version'], { limitMs: 30_000 });
    if (runs && (await runs.then(Boolean, () => false))) return path;
  }
  return undefined;
}

/** The path of the first program that exists, of these names or full paths. */
export function findProgram(...names: string[]): string | undefined {
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

function onPath(name: string): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
