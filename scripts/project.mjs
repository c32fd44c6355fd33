import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top folder. */
export const TOP = fileURLToPath(new URL('..', import.meta.url));

/** What the scripts remember between runs. It may be deleted at any time. */
export const CACHE = join(TOP, 'node_modules', '.cache', 'portfolio');

/** The path of a file in the cache, whose folder then exists. @param {string} name */
export function cacheFile(name) {
  mkdirSync(CACHE, { recursive: true });
  return join(CACHE, name);
}
