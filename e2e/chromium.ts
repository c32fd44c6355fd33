import type { LaunchOptions } from '@playwright/test';
import { LOOPBACK } from '../scripts/loopback.ts';
import { EMAILJS_ORIGIN } from './emailjs-counterpart.ts';

/** A browser that speaks to nobody but the pages under test. */
const QUIET_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/**
 * How the tests start Chromium: the one CHROME_PATH names, as the commands do (find-browser.ts), else Playwright's own.
 *
 * @param emailjsPort where the EmailJS counterpart listens; the browser takes it for EMAILJS_ORIGIN, and knows no other host
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
