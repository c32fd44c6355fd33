import { checkPackages, checkProject } from './doctor-checks.mjs';
import { main } from './main.mjs';
import { keepStandardOutputForData } from './steps.mjs';

/**
 * `npm run doctor`: looks at all the site needs on this machine, and says what is wrong and how to mend it. Changes nothing. Exit code 1 where
 * something is broken. On another Node than the project needs, main() says so first.
 */
const MARKS = { ok: '✔', note: '·', warning: '!', broken: '✖' };

await main(async () => {
  keepStandardOutputForData();
  if (process.argv.length > 2) {
    const isHelp = ['--help', '-h'].includes(process.argv[2] ?? '');
    const usage = 'Usage: npm run doctor\n\nLooks for what is wrong with the site on this machine. Changes nothing.\n';
    (isHelp ? process.stdout : process.stderr).write(usage);
    process.exitCode = isHelp ? 0 : 1;
    return;
  }
  let broken = 0;
  let warnings = 0;
  for await (const { level, text, fix } of findings()) {
    if (level === 'broken') broken += 1;
    if (level === 'warning') warnings += 1;
    process.stdout.write(`${MARKS[level]} ${text}\n${fix ? `  → ${fix}\n` : ''}`);
  }
  process.stdout.write(`\n${broken} broken, ${warnings} to look at.\n`);
  if (broken > 0) process.exitCode = 1;
});

async function* findings() {
  const packages = await checkPackages();
  yield packages;
  if (packages.level === 'ok') yield* checkProject();
}
