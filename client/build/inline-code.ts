import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { minify, transformWithOxc } from 'vite';
import { clientFolder } from './folders.ts';
import type { InlineHashes } from './security-headers.ts';

/** Elements with code inside the HTML, and the hashes by which the content security policy allows them (CSP 3, section 6.7.3.3) and nothing else inline. */
export class InlineCode {
  readonly hashes: InlineHashes = { scripts: [], styles: [] };

  script(code: string): string {
    this.hashes.scripts.push(hashSource(code));
    return `<script>${code}</script>`;
  }

  style(code: string): string {
    this.hashes.styles.push(hashSource(code));
    return `<style>${code}</style>`;
  }
}

function hashSource(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

/**
 * A script of src/inline, which imports nothing, as it stands in the HTML.
 *
 * @param define - expressions for names that the script declares and does not know, such as `{ FONT_URL: '"/a.woff2"' }`
 */
export async function readInlineScript(fileName: string, define: Record<string, string> = {}): Promise<string> {
  const file = path.join(clientFolder, 'src/inline', fileName);
  // In a scope of its own, where an import is an error.
  const source = `(() => {${await readFile(file, 'utf8')}})()`;
  const { code } = await minify(fileName, (await transformWithOxc(source, file, { define })).code);
  // Would end the script element it is put into.
  if (code.includes('</script')) throw new Error(`${fileName} holds an end tag`);
  return code.trim();
}
