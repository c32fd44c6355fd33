import { defineConfig } from '@playwright/test';
import { keepTemporaryFilesInMemory } from './memory-folder.ts';

keepTemporaryFilesInMemory();

/**
 * Needs a built `client/dist-e2e` and `server/dist`; `npm test` builds them. CHROME_PATH names the browser,
 * PLAYWRIGHT_JSON_OUTPUT_NAME a file for a report, E2E_WORKERS how many browsers run at once.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // They wait more than they compute: three pay even on two cores.
  workers: Number(process.env['E2E_WORKERS'] || 3),
  // Limits for what hangs, not for slow machines.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // The waves, which never stop, cost a browser without a GPU a third of its time. Tests that need motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
