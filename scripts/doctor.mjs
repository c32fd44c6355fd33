import { parseArgs } from 'node:util';
import { checkPackages, checkProject } from './doctor-checks.mjs';
import { printFindings } from './findings.mjs';
import { main } from './main.mjs';
import { keepStandardOutputForData } from './steps.mjs';

const USAGE = `Uso: npm run doctor [-- --no-trial]

Procura o que está errado com o site nesta máquina, e não muda nada. Se o sino está ligado, toca uma vez, como teste.

  --no-trial  não toca, como convém a uma tarefa agendada
`;

/**
 * `npm run doctor`: looks at all the site needs on this machine, and says what is wrong and how to mend it. Changes nothing. Exit code 1 where
 * something is broken. On another Node than the project needs, main() says so first.
 */
await main(async () => {
  keepStandardOutputForData();
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' }, 'no-trial': { type: 'boolean' } },
    strict: false,
  });
  const isUnknown = positionals.length > 0 || Object.keys(values).some((name) => !['help', 'no-trial'].includes(name));
  if (values.help || isUnknown) {
    (isUnknown ? process.stderr : process.stdout).write(USAGE);
    process.exitCode = isUnknown ? 1 : 0;
    return;
  }
  process.exitCode = await printFindings(findings(!values['no-trial']));
});

/** @param {boolean} isTrial */
async function* findings(isTrial) {
  const packages = await checkPackages();
  yield packages;
  if (packages.level === 'ok') yield* checkProject({ isTrial });
}
