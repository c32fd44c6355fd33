import { defineConfig } from '@playwright/test';
import type { Engine } from './driver.ts';
import type { EngineOption } from './fixtures.ts';

/** The engines of this machine, as JSON: `npm run test:browsers` finds them. */
const engines: Engine[] = JSON.parse(process.env['BROWSER_ENGINES'] ?? '[]');

export default defineConfig<EngineOption>({
  testDir: '.',
  testMatch: 'journey.ts',
  outputDir: '../../test-results/browsers',
  globalSetup: '../global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: Number(process.env['E2E_WORKERS'] || 2),
  // Far beyond what any test takes: they only end what hangs, and never judge a slow machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  projects: engines.map((engine) => ({ name: engine.name, use: { engine } })),
});
