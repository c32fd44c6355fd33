import { rm } from 'node:fs/promises';
import { buildAll } from './prepare.mjs';
import { CACHE } from './project.mjs';

/** `npm run build`: makes client/dist and server/dist from scratch. */
export async function build(): Promise<void> {
  await rm(CACHE, { recursive: true, force: true });
  const notes = await buildAll();
  process.stdout.write(['The site is in client/dist, the server in server/dist.', ...notes, ''].join('\n'));
}
