import { readFile, rm } from 'node:fs/promises';
import { main } from './main.mjs';
import { prepareBrowserTests } from './prepare-browser-tests.mjs';
import { cacheFile } from './project.mjs';
import { CommandFailed, runNode } from './run.mjs';
import { readPlaywrightReport, readVitestReport, sum, toPlaywrightArguments } from './test-reports.mjs';

/**
 * `npm test`: every test there is, and all they need. What follows `--` goes to vitest and to Playwright: `--retry=0`, or part of a file's name.
 * The last line says how it went.
 */
await main(
  async () => {
    const args = process.argv.slice(2);
    const browser = await prepareBrowserTests();

    const vitestReport = cacheFile('vitest-report.json');
    const unitAndApi = await runTests(vitestReport, readVitestReport, () =>
      runNode(
        [
          ...['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', '--reporter=default', '--reporter=json'],
          ...[`--outputFile.json=${vitestReport}`, ...args],
        ],
        { show: true },
      ),
    );

    const playwrightReport = cacheFile('playwright-report.json');
    const inTheBrowser = await runTests(playwrightReport, readPlaywrightReport, () =>
      runNode(
        [
          ...['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--pass-with-no-tests'],
          ...toPlaywrightArguments(args),
        ],
        { show: true, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport, CHROME_PATH: browser } },
      ),
    );

    const { passed, failed, skipped } = sum([unitAndApi, inTheBrowser]);
    if (failed > 0 || passed === 0) process.exitCode = 1;
    process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  },
  { envFile: false },
);

/**
 * @param {string} file where the report will be
 * @param {(text: string) => import('./test-reports.mjs').Counts} read
 * @param {() => Promise<unknown>} work
 */
async function runTests(file, read, work) {
  await rm(file, { force: true });
  let wentWell = true;
  await work().catch((error) => {
    if (!(error instanceof CommandFailed)) throw error;
    wentWell = false;
  });
  const counts = await readFile(file, 'utf8').then(read, () => ({ passed: 0, failed: 0, skipped: 0 }));
  // A run may fail without a failing test: a file that cannot be loaded, an error outside any test, a crash.
  return wentWell ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}
