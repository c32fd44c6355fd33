import { defineConfig } from '@playwright/test';
import { keepTemporaryFilesInMemory } from './memory-folder.ts';

keepTemporaryFilesInMemory();

/**
 * Runs by itself once `client/dist-e2e` and `server/dist` are built; `npm test` builds them first. CHROME_PATH names the browser.
 * PLAYWRIGHT_JSON_OUTPUT_NAME=<file> adds a report for scripts; E2E_WORKERS sets how many browsers run at once.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // They wait more than they compute, so that three pay even on two cores.
  workers: Number(process.env['E2E_WORKERS'] || 3),
  // Far beyond what any test takes: they only end what hangs, and never judge a slow machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // The sea that moves without end costs a browser without a GPU a third of its time. Tests about motion, and of what could stumble over it, ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
