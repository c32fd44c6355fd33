import { CommandFailed, runNode, runShown } from './run.mjs';
import { step } from './steps.mjs';

const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const PROJECTS = ['contract', 'client', 'server', 'scripts', 'e2e', 'deploy', 'bench'];

/** `npm run check`: types, lint and format of everything. Reports all errors at once. */
export async function check(): Promise<void> {
  for (const name of PROJECTS) await run(`Types of ${name}`, ['node_modules/typescript/bin/tsc', '-p', name]);
  await run('Lint and format', [BIOME, 'ci', '--error-on-warnings']);
}

async function run(title: string, args: string[]): Promise<void> {
  await step(title, () => runNode(args)).catch((error) => {
    if (!(error instanceof CommandFailed)) throw error;
    process.stdout.write(`${error.message}\n\n`);
    process.exitCode = 1;
  });
}

/** `npm run fix`: formats, and corrects what lint can correct safely. */
export async function fix(): Promise<void> {
  await runShown([BIOME, 'check', '--write']);
}
