/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/**
 * Counts the tests of vitest's JSON report. A file that failed without a failing test of its own, as when it cannot be loaded, counts as one.
 * @param {string} text
 * @returns {Counts}
 */
export function readVitestReport(text) {
  /**
   * @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
   *   testResults: { status: string, assertionResults: { status: string }[] }[] }}
   */
  const report = JSON.parse(text);
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Counts the tests of Playwright's JSON report. One that passed at a retry passed.
 * @param {string} text
 * @returns {Counts}
 */
export function readPlaywrightReport(text) {
  /** @type {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number }, errors: unknown[] }} */
  const { stats, errors } = JSON.parse(text);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/**
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function sum(all) {
  return all.reduce((a, b) => ({
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  }));
}

/**
 * Puts arguments for vitest into Playwright's words where the two differ.
 * @param {string[]} args
 */
export function toPlaywrightArguments(args) {
  return args.map((arg) =>
    arg.replace(/^--retry(?=$|=)/, '--retries').replace(/^(-t|--testNamePattern)(?=$|=)/, '--grep'),
  );
}
