/** Chromium as a process of its own that can be killed; its profile stays on the disk as it was at that moment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type BrowserContext, chromium } from '@playwright/test';
import { chromiumLaunchOptions } from '../chromium.ts';

export interface KillableBrowser {
  context: BrowserContext;
  /** SIGKILL; resolves when all its processes are gone. */
  kill(): Promise<void>;
}

const FLAGS = [
  '--headless=new',
  '--force-prefers-reduced-motion',
  '--no-default-browser-check',
  '--hide-scrollbars',
  '--mute-audio',
  '--lang=pt-BR',
];

export async function openKillableBrowser(profile: string, emailjsPort: number): Promise<KillableBrowser> {
  const { executablePath = chromium.executablePath(), args = [] } = chromiumLaunchOptions(emailjsPort);
  const child = spawn(
    executablePath,
    [...FLAGS, ...args, `--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'],
    // A process group: Debian starts the headless shell from a shell script, which would die alone.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const browser = await chromium.connectOverCDP(await readDebuggingAddress(child));
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has no default context.');
  return {
    context,
    async kill() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      const disconnected = new Promise((resolve) => browser.once('disconnected', resolve));
      process.kill(-child.pid, 'SIGKILL');
      await Promise.all([gone, disconnected]);
    },
  };
}

function readDebuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /DevTools listening on (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Chromium ended while starting:\n${output}`)));
  });
}
