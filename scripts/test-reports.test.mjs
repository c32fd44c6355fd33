import { expect, it } from 'vitest';
import { readPlaywrightReport, readVitestReport, sum, toPlaywrightArguments } from './test-reports.mjs';

it('counts a file that cannot be loaded as a failed test', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  };
  expect(readVitestReport(JSON.stringify(report))).toEqual({ passed: 3, failed: 2, skipped: 1 });
});

it('counts an error outside any browser test as a failed test', () => {
  const report = { stats: { expected: 5, flaky: 1, unexpected: 2, skipped: 0 }, errors: [{ message: 'setup' }] };
  expect(readPlaywrightReport(JSON.stringify(report))).toEqual({ passed: 6, failed: 3, skipped: 0 });
});

it('adds up the runs', () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  expect(sum([one, { passed: 10, failed: 20, skipped: 30 }])).toEqual({ passed: 11, failed: 22, skipped: 33 });
});

it("puts vitest's arguments into Playwright's words", () => {
  expect(toPlaywrightArguments(['--retry=0', '--retry', '2', '-t', 'menu', 'contact', '--retries=1'])).toEqual([
    '--retries=0',
    '--retries',
    '2',
    '--grep',
    'menu',
    'contact',
    '--retries=1',
  ]);
});
