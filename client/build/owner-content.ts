import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { contentFolder, topFolder } from './folders.ts';

/** The folder that CONTENT_DIR names, relative to the top folder. Tests use it, so that they pass with any owner's texts. */
export function findOtherFolder(): string | null {
  const name = process.env['CONTENT_DIR'];
  return name ? path.resolve(topFolder, name) : null;
}

/** The path of a content file such as `owner.json`: in CONTENT_DIR if it is there, else in src/content. */
export function findContentFile(name: string): string {
  const other = path.join(findOtherFolder() ?? contentFolder, name);
  return existsSync(other) ? other : path.join(contentFolder, name);
}

/** Resolves imports of content files as `findContentFile` does. */
export function ownerContent(): Plugin {
  const otherFolder = findOtherFolder();
  return {
    name: 'owner-content',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      // The other folder may import from src/content.
      if (otherFolder === null || importer === undefined || importer.startsWith(otherFolder + path.sep)) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      const [file = '', query] = found?.id.split('?') ?? [];
      if (!file.startsWith(contentFolder + path.sep)) return found;
      const own = findContentFile(path.relative(contentFolder, file));
      return query === undefined ? own : `${own}?${query}`;
    },
  };
}
