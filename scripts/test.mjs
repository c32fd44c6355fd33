import { readFile, rm } from 'node:fs/promises';
import { main } from './main.mjs';
import { prepareBrowserTests } from './prepare-browser-tests.mjs';
import { cacheFile } from './project.mjs';
import { CommandFailed, runNode } from './run.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

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
    const [vitest, playwright] = await Promise.all([
      runTests(vitestReport, countVitest, [
        ...['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', '--reporter=default', '--reporter=json'],
        ...[`--outputFile.json=${vitestReport}`, ...args],
      ]),
      runTests(
        playwrightReport,
        countPlaywright,
        [
          ...['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--pass-with-no-tests'],
          ...args.map((arg) =>
            arg.replace(/^--retry(?=$|=)/, '--retries').replace(/^-t$|^--testNamePattern(?=$|=)/, '--grep'),
          ),
        ],
        { show: true, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport, CHROME_PATH: browser } },
      ),
    ]);

    const passed = vitest.passed + playwright.passed;
    const failed = vitest.failed + playwright.failed;
    const skipped = vitest.skipped + playwright.skipped;
    if (failed > 0 || passed === 0) process.exitCode = 1;
    process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  },
  { envFile: false },
);

/**
 * @param {string} file where the report will be
 * @param {(report: any) => Counts} count
 * @param {string[]} command what follows `node`
 * @param {import('./run.mjs').RunOptions} [options] without `show`, what it prints is shown in one piece when it has ended
 */
async function runTests(file, count, command, options) {
  await rm(file, { force: true });
  let wentWell = true;
  const printed = await runNode(command, options).catch((error) => {
    if (!(error instanceof CommandFailed)) throw error;
    wentWell = false;
    return error.message;
  });
  process.stdout.write(printed);
  const report = await readFile(file, 'utf8').catch(() => undefined);
  const counts = report === undefined ? { passed: 0, failed: 0, skipped: 0 } : count(JSON.parse(report));
  // A run may fail without a failing test: a file that cannot be loaded, an error outside any test, a crash.
  return wentWell ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} report */
function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

/**
 * One that passed at a retry passed.
 * @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number } }} report
 */
function countPlaywright({ stats: { expected, flaky, unexpected, skipped } }) {
  return { passed: expected + flaky, failed: unexpected, skipped };
}
