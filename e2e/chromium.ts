import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import { EMAILJS_ORIGIN } from './emailjs-counterpart.ts';
import { LOOPBACK } from './loopback.ts';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A browser that speaks to nobody but the pages under test. */
const QUIET_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/**
 * How the tests start Chromium: the one CHROME_PATH names, else one on the PATH, else Playwright's own.
 *
 * @param emailjsPort where the EmailJS counterpart listens; the browser takes it for EMAILJS_ORIGIN, and knows no other host
 */
export function chromiumLaunchOptions(emailjsPort: number): LaunchOptions {
  const { host } = new URL(EMAILJS_ORIGIN);
  const hosts = `MAP ${host}:80 ${LOOPBACK}:${emailjsPort}, MAP * ~NOTFOUND, EXCLUDE ${LOOPBACK}`;
  // Chromium's sandbox does not work for root, whom containers and CI often run as.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const executablePath = process.env['CHROME_PATH'] || findOnPath();
  return {
    args: [...QUIET_FLAGS, ...sandbox, `--host-resolver-rules=${hosts}`],
    ...(executablePath === undefined ? {} : { executablePath }),
  };
}

function findOnPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
