import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { TOP } from '../../scripts/project.mjs';
import { CommandFailed, type RunOptions, run, runNode } from '../../scripts/run.mjs';
import { step } from '../../scripts/steps.mjs';
import { atStop } from '../../scripts/stopping.mjs';
import { findOrInstallBrowser } from '../find-browser.ts';
import { browserDefects } from './browser.mjs';
import { buildDefects } from './build.mjs';
import { messageDefects } from './message.mjs';
import { ownerDefects } from './owner.mjs';
import { serverDefects } from './server.mjs';

/** A fault as it could come with a change of the code. */
export interface Defect {
  promise: string;
  /** What a user notices, precise enough to seed the same defect in other code. */
  defect: string;
  file: string;
  /** A text that is in the file exactly once. */
  find: string;
  replace: string;
  /** Files that should catch it: of Vitest, or one of Playwright. */
  tests: string[];
  /** A regular expression for the names of the tests that are enough. */
  name?: string;
}

/** `caught`, `survived`, or a sentence why there is no verdict. */
type Verdict = string;

interface Outcome {
  passed: number;
  failed: number;
  /** Why the run failed; else empty. */
  printed: string;
}

const DEFECTS: Defect[] = [...messageDefects, ...browserDefects, ...buildDefects, ...serverDefects, ...ownerDefects];

/** Run at the same time. More would only wait for each other on two cores. */
const COPIES = 2;
const LEAST_SHARE = 0.95;
/** A test that hangs has failed. The same tests pass within these limits before any defect is seeded. */
const TEST_LIMIT_MS = 60_000;
const EXPECT_LIMIT_MS = 10_000;

const PLAYWRIGHT_CONFIG = 'e2e/defects.config.ts';
const LIST = 'docs/testing.md';
const BEGIN = '<!-- Written by npm run test:defects -- --write -->';
const END = '<!-- End of the list -->';
const NOT_CAUGHT = '**not caught**';
const NOTHING_RUN: Outcome = { passed: 0, failed: 0, printed: '' };

interface Given {
  values: { only?: string[]; write?: boolean };
}

/** `npm run test:defects`: seeds each defect into a copy of the repository, and runs the tests that should catch it. */
export async function testDefects({ values: { only = [''], write = false } }: Given): Promise<void> {
  const chosen = DEFECTS.filter(({ promise, defect, file, tests }) =>
    only.some((part) => [promise, defect, file, ...tests].join('\n').toLowerCase().includes(part.toLowerCase())),
  );
  if (chosen.length === 0) throw new CommandFailed('--only: no promise, sentence or file of a defect holds that.');

  const browser = chosen.some(needsBrowser) ? await findOrInstallBrowser() : '';
  const folder = join(tmpdir(), `portfolio-defects-${randomUUID()}`);
  const remove = () => rm(folder, { recursive: true, force: true });
  atStop(remove);
  try {
    const copies = await step('Copying the repository', () => makeCopies(folder));
    await step('Running the tests without a defect', () => runUnseeded(chosen, copies, browser));
    const verdicts = new Map<Defect, Verdict>();
    const waiting = [...chosen];
    await Promise.all(
      copies.map(async (copy) => {
        for (let defect = waiting.shift(); defect !== undefined; defect = waiting.shift()) {
          const start = performance.now();
          const verdict = await tryOut(defect, copy, browser);
          verdicts.set(defect, verdict);
          const seconds = ((performance.now() - start) / 1000).toFixed(0);
          process.stdout.write(`${verdict.padEnd(8)} ${seconds.padStart(3)} s  ${defect.defect}\n`);
        }
      }),
    );
    await report(chosen, verdicts, write);
  } finally {
    await remove();
  }
}

function needsBrowser({ tests }: Defect): boolean {
  return tests.some((file) => file.startsWith('e2e/'));
}

/** Copies what git tracks or would track, links all packages but our own workspaces, and builds what the tests need. */
async function makeCopies(folder: string): Promise<string[]> {
  const first = join(folder, '1');
  // Deleted files are listed until the deletion is committed.
  const listed = (await run('git', ['ls-files', '-co', '--exclude-standard', '-z'])).split('\0');
  for (const file of listed.filter((name) => name !== '')) {
    await cp(join(TOP, file), join(first, file), { recursive: true, verbatimSymlinks: true }).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await linkPackages(join(TOP, 'node_modules'), join(first, 'node_modules'));
  for (const name of ['client', 'contract', 'server']) {
    await symlink(join('..', '..', name), join(first, 'node_modules/@portfolio', name), 'junction');
    await linkPackages(join(TOP, name, 'node_modules'), join(first, name, 'node_modules'));
  }
  await writeFile(
    join(first, PLAYWRIGHT_CONFIG),
    `import config from './playwright.config.ts';
export default {
  ...config,
  timeout: ${2 * TEST_LIMIT_MS},
  expect: { timeout: ${EXPECT_LIMIT_MS} },
  use: { ...config.use, actionTimeout: ${EXPECT_LIMIT_MS} },
};`,
  );
  await build(first);
  const others = Array.from({ length: COPIES - 1 }, (_, index) => join(folder, String(index + 2)));
  for (const other of others) await cp(first, other, { recursive: true, verbatimSymlinks: true });
  return [first, ...others];
}

/** Links each package, except ours, which the copy has itself, and what tools have cached. */
async function linkPackages(from: string, to: string): Promise<void> {
  const names: string[] = await readdir(from).catch(() => []);
  if (names.includes('@portfolio')) await mkdir(join(to, '@portfolio'), { recursive: true });
  else if (names.length > 0) await mkdir(to);
  for (const name of names) {
    const isOurs = name === '@portfolio' || (name.startsWith('.') && name !== '.bin' && name !== '.package-lock.json');
    if (!isOurs) await symlink(join(from, name), join(to, name));
  }
}

async function build(copy: string): Promise<void> {
  const program = `
    import { E2E_SITE } from './e2e/e2e-site.mjs';
    import { buildAll } from './scripts/prepare.mjs';
    await buildAll(E2E_SITE);`;
  await runNode(['--input-type=module', '--eval', program], { cwd: copy });
}

async function runUnseeded(chosen: Defect[], [first = '', second = first]: string[], browser: string): Promise<void> {
  const inNode = chosen.filter((defect) => !needsBrowser(defect));
  const files = (defects: Defect[]) => [...new Set(defects.flatMap(({ tests }) => tests))];
  const names = (defects: Defect[]) => defects.map(({ name = '' }) => `(${name})`).join('|');
  const whole = inNode.filter(({ name }) => name === undefined);
  const named = inNode.filter(
    ({ name, tests }) => name !== undefined && !tests.every((file) => files(whole).includes(file)),
  );
  const forBrowser = chosen.filter(needsBrowser);
  const runWholeAndNamed = async () => {
    const outcome = whole.length > 0 ? await runVitest(first, files(whole)) : NOTHING_RUN;
    return outcome.printed === '' && named.length > 0 ? runVitest(first, files(named), names(named)) : outcome;
  };
  const outcomes = await Promise.all([
    runWholeAndNamed(),
    forBrowser.length > 0 ? runPlaywright(second, files(forBrowser), names(forBrowser), browser, COPIES) : NOTHING_RUN,
  ]);
  const [problem] = outcomes.filter(({ failed, printed }) => failed > 0 || printed !== '');
  if (problem) throw new CommandFailed(`The tests fail before any defect is seeded:\n${problem.printed}`);
}

async function tryOut(defect: Defect, copy: string, browser: string): Promise<Verdict> {
  const { file, find, replace, tests, name } = defect;
  const path = join(copy, file);
  const sound = await readFile(path, 'utf8').catch(() => '');
  const parts = sound.split(find);
  if (parts.length !== 2) return `cannot be seeded any more, as its text stands ${parts.length - 1} times in ${file}`;
  await writeFile(path, parts.join(replace));
  try {
    const { passed, failed, printed } = needsBrowser(defect)
      ? await runPlaywright(copy, tests, name, browser)
      : await runVitest(copy, tests, name);
    if (failed > 0) return 'caught';
    if (printed !== '') return `no test failed, but the run did:\n${printed.slice(-2000)}`;
    return passed > 0 ? 'survived' : `there is no test in ${tests.join(', ')} named ${name}`;
  } finally {
    await writeFile(path, sound);
  }
}

async function runVitest(copy: string, files: string[], name?: string): Promise<Outcome> {
  const report = join(copy, 'test-report.json');
  const projects = new Set(files.map((file) => (file.startsWith('server/test/') ? 'api' : 'unit')));
  const printed = await runToEnd(
    report,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--bail=1', `--testTimeout=${TEST_LIMIT_MS}`],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...[...projects].flatMap((project) => ['--project', project]),
      ...(name === undefined ? [] : ['--testNamePattern', name]),
      ...files,
    ],
    { cwd: copy },
  );
  // Only tests count: a file that cannot be loaded has none, and no user meets it.
  const { numPassedTests = 0, numFailedTests = 0 } = await readReport(report);
  return { passed: numPassedTests, failed: numFailedTests, printed };
}

async function runPlaywright(
  copy: string,
  files: string[],
  name: string | undefined,
  browser: string,
  workers = 1,
): Promise<Outcome> {
  const report = join(copy, 'test-report.json');
  await rm(report, { force: true });
  try {
    await build(copy);
  } catch (error) {
    return { passed: 0, failed: 0, printed: error instanceof Error ? error.message : String(error) };
  }
  const printed = await runToEnd(
    report,
    [
      ...['node_modules/@playwright/test/cli.js', 'test', '-c', PLAYWRIGHT_CONFIG, '-x'],
      `--workers=${workers}`,
      ...(name === undefined ? [] : ['--grep', name]),
      ...files.map((file) => basename(file)),
    ],
    { cwd: copy, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROME_PATH: browser } },
  );
  const { stats = { expected: 0, unexpected: 0 } } = await readReport(report);
  return { passed: stats.expected, failed: stats.unexpected, printed };
}

/** Gives what a failed run printed; empty if it succeeded. */
async function runToEnd(report: string, args: string[], options: RunOptions): Promise<string> {
  await rm(report, { force: true });
  try {
    await runNode(args, options);
    return '';
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return error.message;
  }
}

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  stats?: { expected: number; unexpected: number };
}

async function readReport(file: string): Promise<Report> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
}

/** Prints the result, compares it with docs/testing.md, or writes it there. */
async function report(chosen: Defect[], verdicts: Map<Defect, Verdict>, write: boolean): Promise<void> {
  const page = await readFile(join(TOP, LIST), 'utf8');
  const [before = '', list = '', after = ''] = page.split(new RegExp(`(?:${BEGIN}|${END})`));
  const known = new Map(list.split('\n').map((row) => [row.split(' | ')[1] ?? '', row]));
  const isCaught = (defect: Defect) => {
    const verdict = verdicts.get(defect);
    return verdict === undefined ? known.get(defect.defect)?.includes(NOT_CAUGHT) === false : verdict === 'caught';
  };
  const count = chosen.filter(isCaught).length;
  process.stdout.write(`\n${count} of ${chosen.length} caught\n`);

  const faults = chosen.flatMap((defect) => {
    const verdict = verdicts.get(defect) ?? '';
    if (verdict !== 'caught' && verdict !== 'survived') return [`${defect.defect}: ${verdict}`];
    const isListedAsCaught = known.get(defect.defect)?.includes(NOT_CAUGHT) === false;
    return verdict === 'survived' && isListedAsCaught
      ? [`${defect.defect}: survived, and ${LIST} says that it is caught`]
      : [];
  });
  if (count < LEAST_SHARE * chosen.length && chosen.length === DEFECTS.length)
    faults.push(`less than ${LEAST_SHARE * 100} % are caught`);
  const rows = DEFECTS.map((defect) => {
    const tests = defect.tests.map((file) => `\`${file}\``).join(', ');
    return `| ${defect.promise} | ${defect.defect} | ${isCaught(defect) ? tests : NOT_CAUGHT} |`;
  });
  const table = ['', '', '| Promise | Defect | Caught by |', '|---|---|---|', ...rows, '', ''].join('\n');
  if (write) await writeFile(join(TOP, LIST), [before, BEGIN, table, END, after].join(''));
  else if (table !== list) faults.push(`${LIST} does not say so: npm run test:defects -- --write`);
  if (faults.length > 0) {
    process.stdout.write(`\n${faults.join('\n')}\n`);
    process.exitCode = 1;
  }
}
