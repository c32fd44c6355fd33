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

    // At the same time: both wait for processes and databases more than they compute.
    const vitestReport = cacheFile('vitest-report.json');
    const playwrightReport = cacheFile('playwright-report.json');
    const counts = await Promise.all([
      runTests(vitestReport, readVitestReport, [
        ...['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', '--reporter=default', '--reporter=json'],
        ...[`--outputFile.json=${vitestReport}`, ...args],
      ]),
      runTests(
        playwrightReport,
        readPlaywrightReport,
        [
          ...['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--pass-with-no-tests'],
          ...toPlaywrightArguments(args),
        ],
        { show: true, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport, CHROME_PATH: browser } },
      ),
    ]);

    const { passed, failed, skipped } = sum(counts);
    if (failed > 0 || passed === 0) process.exitCode = 1;
    process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  },
  { envFile: false },
);

/**
 * @param {string} file where the report will be
 * @param {(text: string) => import('./test-reports.mjs').Counts} read
 * @param {string[]} command what follows `node`
 * @param {import('./run.mjs').RunOptions} [options] without `show`, what it prints is shown in one piece when it has ended
 */
async function runTests(file, read, command, options) {
  await rm(file, { force: true });
  let wentWell = true;
  const printed = await runNode(command, options).catch((error) => {
    if (!(error instanceof CommandFailed)) throw error;
    wentWell = false;
    return error.message;
  });
  process.stdout.write(printed);
  const counts = await readFile(file, 'utf8').then(read, () => ({ passed: 0, failed: 0, skipped: 0 }));
  // A run may fail without a failing test: a file that cannot be loaded, an error outside any test, a crash.
  return wentWell ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}
