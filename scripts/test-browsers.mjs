import { findBrowser, findProgram } from './browser.mjs';
import { main } from './main.mjs';
import { buildForBrowserTests } from './prepare-browser-tests.mjs';
import { CommandFailed, runNode } from './run.mjs';

/** @typedef {import('../e2e/browsers/driver.ts').Engine} Engine */

const REQUIRE = '--require=';

/** @type {Record<Engine['name'], string>} */
const HOW_TO_INSTALL = {
  chromium: 'npx playwright install chromium',
  firefox: 'npx playwright install --with-deps firefox; on Debian also apt-get install firefox-esr',
  webkit: 'npx playwright install --with-deps webkit; on Debian also apt-get install webkit2gtk-driver xvfb',
};

/**
 * `npm run test:browsers`: the visitor's journey (e2e/browsers/journey.ts) in each engine of this machine; installs none. With
 * `-- --require=firefox,webkit` it fails where one of these is missing, without it only where all are. Anything else after `--` goes to Playwright.
 */
await main(
  async () => {
    const args = process.argv.slice(2);
    const required = args
      .filter((arg) => arg.startsWith(REQUIRE))
      .flatMap((arg) => arg.slice(REQUIRE.length).split(','));
    await buildForBrowserTests();

    const engines = await findEngines();
    const missing = Object.entries(HOW_TO_INSTALL).filter(([name]) => engines.every((engine) => engine.name !== name));
    const found = engines.map(({ name, path }) => `Found ${name}: ${path}`);
    const notFound = missing.map(([name, how]) => `Not on this machine: ${name} (${how})`);
    const summary = `\n${[...found, ...notFound].join('\n')}\n`;
    process.stdout.write(`${summary}\n`);
    if (engines.length === 0 || missing.some(([name]) => required.includes(name))) {
      throw new CommandFailed('A browser that is needed is not on this machine.');
    }

    const config = ['-c', 'e2e/browsers/playwright.config.ts'];
    const isNode20 = globalThis.WebSocket === undefined;
    await runNode(
      ['node_modules/@playwright/test/cli.js', 'test', ...config, ...args.filter((arg) => !arg.startsWith(REQUIRE))],
      {
        show: true,
        env: {
          BROWSER_ENGINES: JSON.stringify(engines),
          // For the tests' own processes too.
          ...(isNode20 ? { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --experimental-websocket` } : {}),
        },
      },
    ).catch((error) => {
      if (!(error instanceof CommandFailed)) throw error;
      // It has said what is wrong.
      process.exitCode = 1;
    });
    process.stdout.write(summary);
  },
  { envFile: false },
);

/**
 * Playwright's own builds go before what the system has.
 *
 * @returns {Promise<Engine[]>}
 */
async function findEngines() {
  const playwright = await import('@playwright/test');
  const chromium = await findBrowser();
  const ownFirefox = findProgram(playwright.firefox.executablePath());
  const firefox = findProgram('firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox');
  const ownWebKit = findProgram(playwright.webkit.executablePath());
  const webKitGtk = findProgram('Xvfb') && findProgram('WebKitWebDriver');
  /** @type {{ name: Engine['name'], path: string | undefined, protocol: Engine['protocol'] }[]} */
  const candidates = [
    { name: 'chromium', path: chromium, protocol: 'playwright' },
    ownFirefox
      ? { name: 'firefox', path: ownFirefox, protocol: 'playwright' }
      : { name: 'firefox', path: firefox, protocol: 'bidi' },
    ownWebKit
      ? { name: 'webkit', path: ownWebKit, protocol: 'playwright' }
      : { name: 'webkit', path: webKitGtk, protocol: 'webdriver' },
  ];
  return candidates.flatMap(({ path, ...engine }) => (path ? [{ ...engine, path }] : []));
}
