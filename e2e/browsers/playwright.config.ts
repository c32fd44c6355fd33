import { defineConfig } from '@playwright/test';
import type { Engine } from './driver.ts';
import type { EngineOption } from './fixtures.ts';

/** From `npm run test:browsers`, as JSON. */
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
  // Limits for what hangs, not for slow machines.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  projects: engines.map((engine) => ({ name: engine.name, use: { engine } })),
});
