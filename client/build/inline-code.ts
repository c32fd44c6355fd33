import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { minify, transformWithOxc } from 'vite';
import { clientFolder } from './folders.ts';

/** Makes inline elements, and collects their hashes for the Content-Security-Policy (CSP 3, section 6.7.3.3). */
export class InlineCode {
  readonly hashes = { scripts: [] as string[], styles: [] as string[] };

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

/** A script of src/inline, minified. Throws Error where it imports something or holds an end tag. */
export async function readInlineScript(fileName: string): Promise<string> {
  const file = path.join(clientFolder, 'src/inline', fileName);
  // An import is a syntax error in a function.
  const source = `(() => {${await readFile(file, 'utf8')}})()`;
  const { code } = await minify(fileName, (await transformWithOxc(source, file)).code);
  if (code.includes('</script')) throw new Error(`${fileName} holds an end tag`);
  return code.trim();
}
