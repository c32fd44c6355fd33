import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top folder. */
export const TOP = fileURLToPath(new URL('..', import.meta.url));

/** What the scripts remember between runs. It goes when node_modules goes, and nothing is lost with it. */
export const CACHE = join(TOP, 'node_modules', '.cache', 'portfolio');

/** The path of a file in the cache, whose folder then exists. @param {string} name */
export function cacheFile(name) {
  mkdirSync(CACHE, { recursive: true });
  return join(CACHE, name);
}
