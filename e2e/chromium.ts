import type { LaunchOptions } from '@playwright/test';
import { LOOPBACK } from '../scripts/loopback.ts';
import { EMAILJS_ORIGIN } from './emailjs-counterpart.ts';

const QUIET_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/**
 * Options for the Chromium that CHROME_PATH names, else Playwright's own. In it EMAILJS_ORIGIN leads to `emailjsPort`
 * of this machine, and no other host exists.
 */
export function chromiumLaunchOptions(emailjsPort: number): LaunchOptions {
  const { host } = new URL(EMAILJS_ORIGIN);
  const hosts = `MAP ${host}:80 ${LOOPBACK}:${emailjsPort}, MAP * ~NOTFOUND, EXCLUDE ${LOOPBACK}`;
  // Chromium's sandbox does not work for root, whom containers and CI often run as.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const executablePath = process.env['CHROME_PATH'];
  return {
    args: [...QUIET_FLAGS, ...sandbox, `--host-resolver-rules=${hosts}`],
    ...(executablePath ? { executablePath } : {}),
  };
}
