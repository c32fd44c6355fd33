import { rm } from 'node:fs/promises';
import { buildAll, findSiteFolder } from './prepare.mjs';
import { CACHE } from './project.mjs';

/** `npm run build`: makes the site and the server from scratch. */
export async function build(): Promise<void> {
  await rm(CACHE, { recursive: true, force: true });
  const notes = await buildAll();
  process.stdout.write([`The site is in ${findSiteFolder()}, the server in server/dist.`, ...notes, ''].join('\n'));
}
