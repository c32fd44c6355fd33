import { main } from './main.mjs';
import { generate, install } from './prepare.mjs';
import { CommandFailed, runNode } from './run.mjs';
import { step } from './steps.mjs';

const WORKSPACES = ['contract', 'client', 'server', 'scripts', 'e2e', 'stack', 'bench'];

/** `npm run check`: types, lint and format of everything, and all that is wrong at once. */
await main(async () => {
  await install();
  await generate();
  const checks = [
    ...WORKSPACES.map((name) => ({ title: `Types of ${name}`, args: ['node_modules/typescript/bin/tsc', '-p', name] })),
    { title: 'Lint and format', args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings'] },
  ];
  for (const { title, args } of checks) {
    await step(title, () => runNode(args)).catch((error) => {
      if (!(error instanceof CommandFailed)) throw error;
      process.stdout.write(`${error.message}\n\n`);
      process.exitCode = 1;
    });
  }
});
