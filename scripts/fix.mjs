import { main } from './main.mjs';
import { install } from './prepare.mjs';
import { runNode } from './run.mjs';

/** `npm run fix`: formats what `npm run check` complains of, and corrects of it what can be corrected without a look. */
await main(async () => {
  await install();
  await runNode(['node_modules/@biomejs/biome/bin/biome', 'check', '--write'], { show: true });
});
