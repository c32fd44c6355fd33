import { rm } from 'node:fs/promises';
import { main } from './main.mjs';
import { buildServer, buildSite, generate, install } from './prepare.mjs';
import { CACHE } from './project.mjs';

/** `npm run build`: makes client/dist and server/dist from scratch. */
await main(async () => {
  await install();
  await rm(CACHE, { recursive: true, force: true });
  await generate();
  await buildServer();
  const notes = await buildSite();
  process.stdout.write(['The site is in client/dist, the server in server/dist.', ...notes, ''].join('\n'));
});
