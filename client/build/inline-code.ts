import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { minify, transformWithOxc } from 'vite';
import { clientFolder } from './folders.ts';

/** For the Content-Security-Policy (CSP 3, section 6.7.3.3). */
export type InlineHashes = Record<'script' | 'style', string[]>;

/** An inline element; adds its hash to `hashes`. */
export function makeInline(tagName: keyof InlineHashes, code: string, hashes: InlineHashes): string {
  hashes[tagName].push(`'${hashForBrowser(code)}'`);
  return `<${tagName}>${code}</${tagName}>`;
}

/** For the `integrity` attribute and the Content-Security-Policy. */
export function hashForBrowser(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}

/** A script of src/inline, minified. @throws Error if it imports something or has an end tag */
export async function readInlineScript(fileName: string): Promise<string> {
  const file = path.join(clientFolder, 'src/inline', fileName);
  // An import is a syntax error in a function.
  const source = `(() => {${await readFile(file, 'utf8')}})()`;
  const { code } = await minify(fileName, (await transformWithOxc(source, file)).code);
  if (code.includes('</script')) throw new Error(`${fileName} holds an end tag`);
  return code.trim();
}
