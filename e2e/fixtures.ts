/**
 * For every browser test: the built site and the real server on a real PostgreSQL, one of each per worker, real
 * Chromium, and EmailJS's counterpart. Import `test` and `expect` from here, not from Playwright.
 */
import { test as base, expect, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from './chromium.ts';
import { EMAILJS_ORIGIN, type EmailjsCounterpart, startEmailjsCounterpart } from './emailjs-counterpart.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { prepareServer, type ServerProcess } from './server-process.ts';
import { createDatabase, POSTGRES_URL_VARIABLE, type StoredMessages } from './stored-messages.ts';

/** A laptop and a narrow phone. */
export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 360, height: 740 };

export const PAGES = [
  { path: '/inicio', link: 'Início' },
  { path: '/sobremim', link: 'Sobre mim' },
  { path: '/contato', link: 'Contato' },
  { path: '/projetos', link: 'Projetos' },
] as const;

interface WorkerFixtures {
  emailjs: EmailjsCounterpart;
  storedMessages: StoredMessages;
  server: ServerProcess;
  faultProxy: FaultProxy;
}

interface ConsoleGuard {
  /** For this test, allows console errors and warnings that match. */
  expectNoise(pattern: RegExp): void;
}

interface TestFixtures {
  /** Fails the test on an unexpected console error or warning, an uncaught error, or a request to another host. */
  consoleGuard: ConsoleGuard;
  /** Ends every fault before the next test. */
  healthyStack: undefined;
}

export const untilHydrated = (page: Page) => page.waitForFunction(() => 'isHydrated' in window);

/** Delays scripts of the site until the result is called, as a slow connection does. @param names - which ones */
export async function holdScripts(page: Page, names = '*'): Promise<() => void> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**/assets/${names}.js`, async (route) => {
    await released;
    await route.continue();
  });
  return letGo;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  emailjs: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const emailjs = await startEmailjsCounterpart();
      await use(emailjs);
      await emailjs.close();
    },
    { scope: 'worker' },
  ],

  storedMessages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use, workerInfo) => {
      const postgresUrl = process.env[POSTGRES_URL_VARIABLE];
      if (postgresUrl === undefined) throw new Error(`${POSTGRES_URL_VARIABLE} is set by global-setup.ts.`);
      const storedMessages = await createDatabase(postgresUrl, `e2e_${workerInfo.workerIndex}`);
      await use(storedMessages);
      await storedMessages.close();
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ storedMessages }, use) => {
      // All visitors of the tests have one address.
      const server = await prepareServer(storedMessages.databaseUrl, { SENDER_LIMIT: '1000000' });
      await server.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  faultProxy: [
    async ({ server }, use) => {
      const proxy = await startFaultProxy(server.port);
      await use(proxy);
      await proxy.close();
    },
    { scope: 'worker' },
  ],

  launchOptions: [async ({ emailjs }, use) => use(chromiumLaunchOptions(emailjs.port)), { scope: 'worker' }],

  baseURL: async ({ faultProxy }, use) => use(faultProxy.origin),

  page: async ({ page }, use) => {
    // untilHydrated reads it.
    await page.addInitScript(() =>
      document.addEventListener('hydrated', () => Object.assign(window, { isHydrated: true })),
    );
    await use(page);
  },

  healthyStack: [
    async ({ emailjs, faultProxy, server }, use) => {
      await use(undefined);
      emailjs.reset();
      await faultProxy.reset();
      await server.start();
    },
    { auto: true },
  ],

  consoleGuard: [
    async ({ context, baseURL }, use) => {
      const noise: string[] = [];
      // Chromium reports this if a page is left while it fetches its service worker.
      const expected = [/An unknown error occurred when fetching the script/];
      const ours = [baseURL, EMAILJS_ORIGIN];
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          noise.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
        }
      });
      context.on('weberror', (error) => {
        noise.push(`uncaught error: ${error.error().message}`);
      });
      context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && !ours.includes(origin))
          noise.push(`request to a stranger: ${request.url()}`);
      });
      await use({ expectNoise: (pattern) => void expected.push(pattern) });
      const unexpected = noise.filter((line) => !expected.some((pattern) => pattern.test(line)));
      expect(unexpected, 'nothing unexpected in the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, type Page };
