import { firefox, webkit } from '@playwright/test';
import { buildAll } from '../../scripts/prepare.mjs';
import { CommandFailed, runShown } from '../../scripts/run.mjs';
import { E2E_SITE } from '../e2e-site.mjs';
import { findBrowser, findProgram } from '../find-browser.ts';
import type { Engine } from './driver.ts';

const HOW_TO_INSTALL: Record<Engine['name'], string> = {
  chromium: 'npx playwright install chromium',
  firefox: 'npx playwright install --with-deps firefox; on Debian also apt-get install firefox-esr',
  webkit: 'npx playwright install --with-deps webkit; on Debian also apt-get install webkit2gtk-driver xvfb',
};

/** `npm run test:browsers`: the journey in each engine of this machine. Without `--require` one engine is enough. */
export async function testBrowsers({ values }: { values: { require?: string; name?: string } }): Promise<void> {
  const required = values.require?.split(',') ?? [];
  const unknown = required.find((name) => !Object.keys(HOW_TO_INSTALL).includes(name));
  if (unknown !== undefined) throw new CommandFailed(`--require: there is no engine "${unknown}".`);
  await buildAll(E2E_SITE);

  const engines = await findEngines();
  const missing = Object.entries(HOW_TO_INSTALL).filter(([name]) => engines.every((engine) => engine.name !== name));
  const found = engines.map(({ name, path }) => `Found ${name}: ${path}`);
  const notFound = missing.map(([name, how]) => `Not on this machine: ${name} (${how})`);
  const summary = `\n${[...found, ...notFound].join('\n')}\n`;
  process.stdout.write(`${summary}\n`);
  if (engines.length === 0 || missing.some(([name]) => required.includes(name))) {
    throw new CommandFailed('A browser that is needed is not on this machine.');
  }

  const isNode20 = globalThis.WebSocket === undefined;
  await runShown(
    [
      ...['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/browsers/playwright.config.ts'],
      ...(values.name ? ['--grep', values.name] : []),
    ],
    {
      BROWSER_ENGINES: JSON.stringify(engines),
      // Also for the processes of the tests.
      ...(isNode20 ? { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --experimental-websocket` } : {}),
    },
  );
  process.stdout.write(summary);
}

/** Playwright's own builds come first. */
async function findEngines(): Promise<Engine[]> {
  const ownFirefox = findProgram(firefox.executablePath());
  const systemFirefox = findProgram('firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox');
  const ownWebKit = findProgram(webkit.executablePath());
  const webKitGtk = findProgram('Xvfb') && findProgram('WebKitWebDriver');
  const candidates: { name: Engine['name']; path: string | undefined; protocol: Engine['protocol'] }[] = [
    { name: 'chromium', path: await findBrowser(), protocol: 'playwright' },
    { name: 'firefox', path: ownFirefox ?? systemFirefox, protocol: ownFirefox ? 'playwright' : 'bidi' },
    { name: 'webkit', path: ownWebKit ?? webKitGtk, protocol: ownWebKit ? 'playwright' : 'webdriver' },
  ];
  return candidates.flatMap(({ path, ...engine }) => (path ? [{ ...engine, path }] : []));
}
