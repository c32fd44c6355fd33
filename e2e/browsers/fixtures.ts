import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as site } from '../fixtures.ts';
import { launchFirefox } from './bidi-driver.ts';
import type { Browser, Conditions, Engine, LaunchOptions } from './driver.ts';
import { launchWithPlaywright } from './playwright-driver.ts';
import { makeVisitor, type Visitor } from './visitor.ts';
import { launchWebKitGtk } from './webdriver-driver.ts';

export interface EngineOption {
  engine: Engine;
}

interface VisitorFixture {
  /** Starts a browser under these conditions. The test fails on an unexpected error or warning in its console. */
  welcome: (conditions?: Conditions, expectedNoise?: RegExp) => Promise<Visitor>;
}

/** Firefox's warning for a font that was loading when the page was left (NS_BINDING_ABORTED). */
const LEFT_TOO_SOON = /downloadable font: download failed .*status=2152398850/;

export const test = site.extend<EngineOption & VisitorFixture>({
  engine: [{ name: 'chromium', path: '', protocol: 'playwright' }, { option: true }],

  // The original fixture would start Playwright's own browser.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
  consoleGuard: async ({}, use) => {
    await use({ expectNoise: () => undefined });
  },

  welcome: async ({ engine, emailjs, faultProxy }, use) => {
    const visits: { browser: Browser; folder: string; expectedNoise: RegExp | undefined }[] = [];
    await use(async (conditions = {}, expectedNoise) => {
      const folder = await mkdtemp(join(tmpdir(), 'portfolio-visitor-'));
      const browser = await launch(engine, { path: engine.path, proxyPort: emailjs.port, folder, conditions });
      visits.push({ browser, folder, expectedNoise });
      return makeVisitor(browser, faultProxy.origin);
    });
    const noise: string[] = [];
    for (const { browser, folder, expectedNoise } of visits) {
      await browser.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      noise.push(...browser.noise.filter((line) => !expectedNoise?.test(line) && !LEFT_TOO_SOON.test(line)));
    }
    expect(noise, 'nothing unexpected in the console').toEqual([]);
  },
});

export { expect };

function launch({ name, protocol }: Engine, options: LaunchOptions): Promise<Browser> {
  if (protocol === 'bidi') return launchFirefox(options);
  if (protocol === 'webdriver') return launchWebKitGtk(options);
  return launchWithPlaywright(name, options);
}
