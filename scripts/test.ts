import { readFile, rm } from 'node:fs/promises';
import { E2E_SITE } from '../e2e/e2e-site.mjs';
import { findOrInstallBrowser } from '../e2e/find-browser.ts';
import { buildAll } from './prepare.mjs';
import { cacheFile } from './project.mjs';
import { CommandFailed, type RunOptions, runNode, runShown } from './run.mjs';

interface Given {
  values: { retry?: string; name?: string };
  positionals: string[];
}

/** Vitest's and, under `stats`, Playwright's; there a test that passed at a retry is flaky. */
interface Report extends Partial<Record<`num${'Passed' | 'Failed' | 'Pending' | 'Todo'}Tests`, number>> {
  stats?: Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number>;
}

const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];

/** `npm test`. Builds what the tests need. The last line says how it went. */
export async function test({ values: { retry, name }, positionals: files }: Given): Promise<void> {
  await buildAll(E2E_SITE);
  const browser = await findOrInstallBrowser();
  const vitestReport = cacheFile('vitest-report.json');
  const playwrightReport = cacheFile('playwright-report.json');
  // At the same time: both wait for processes and databases more than they compute.
  const counts = await Promise.all([
    runTests(vitestReport, [
      ...VITEST,
      ...['--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
      ...(retry ? [`--retry=${retry}`] : []),
      ...(name ? ['-t', name] : []),
      ...files,
    ]),
    runTests(
      playwrightReport,
      [
        ...['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--pass-with-no-tests'],
        ...(retry ? [`--retries=${retry}`] : []),
        ...(name ? ['--grep', name] : []),
        ...files,
      ],
      { show: true, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport, CHROME_PATH: browser } },
    ),
  ]);
  const [passed, failed, skipped] = [0, 1, 2].map((index) =>
    counts.reduce((sum, count) => sum + (count[index] ?? 0), 0),
  );
  if (failed || !passed) process.exitCode = 1;
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`);
}

/** Gives how many passed, failed and were skipped. Without `options.show` it shows the output at the end, at once. */
async function runTests(file: string, command: string[], options?: RunOptions): Promise<number[]> {
  await rm(file, { force: true });
  let wentWell = true;
  const printed = await runNode(command, options).catch((error) => {
    if (!(error instanceof CommandFailed)) throw error;
    wentWell = false;
    return error.message;
  });
  process.stdout.write(printed);
  const report: Report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report;
  const { expected, flaky, unexpected, skipped } = report.stats ?? { expected: 0, flaky: 0, unexpected: 0, skipped: 0 };
  const failed = numFailedTests + unexpected;
  // A run may fail without a failing test: a file that cannot be loaded, an error outside any test, a crash.
  const counted = wentWell ? failed : Math.max(failed, 1);
  return [numPassedTests + expected + flaky, counted, numPendingTests + numTodoTests + skipped];
}

export async function testChaos({ args }: { args: string[] }): Promise<void> {
  await buildAll(E2E_SITE);
  const browser = await findOrInstallBrowser();
  await runShown(['--import', 'tsx', 'e2e/chaos/chaos.ts', ...args], { CHROME_PATH: browser });
}

/** `npm run test:stack`: runs docker-compose.yml under a project name of its own. */
export async function testStack({ values: { name } }: Given): Promise<void> {
  const filter = name ? ['-t', name] : [];
  await runShown([...VITEST, '--config', 'deploy/test/vitest.config.ts', ...filter]);
}
