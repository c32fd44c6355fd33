import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { contentFolder, topFolder } from './folders.ts';

/** The folder that CONTENT_DIR names, from the repository's top level. The tests look at content of their own, so that no word of an owner turns one red. */
export function findOtherFolder(): string | null {
  const name = process.env['CONTENT_DIR'];
  return name ? path.resolve(topFolder, name) : null;
}

/**
 * Where a file of the content is read from: CONTENT_DIR, if that has it, else src/content.
 *
 * @param name - path in the content folder, such as `owner.json`
 */
export function findContentFile(name: string): string {
  const other = path.join(findOtherFolder() ?? contentFolder, name);
  return existsSync(other) ? other : path.join(contentFolder, name);
}

/** Lets every import of a file of the content find what `findContentFile` finds. */
export function ownerContent(): Plugin {
  const otherFolder = findOtherFolder();
  return {
    name: 'owner-content',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      // What the other folder imports from this one is meant.
      if (otherFolder === null || importer === undefined || importer.startsWith(otherFolder + path.sep)) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      const [file = '', query] = found?.id.split('?') ?? [];
      if (!file.startsWith(contentFolder + path.sep)) return found;
      const own = findContentFile(path.relative(contentFolder, file));
      return query === undefined ? own : `${own}?${query}`;
    },
  };
}
