import { chmodSync, existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';

const HEADER = '# Escrito por npm run setup. Todas as variáveis, com seus padrões: .env.example\n';

/** Sets variables in the text of an `.env` file; the rest stays. Values: letters, digits and `:/._-`, unquoted. */
export function setVariables(text: string, changes: Record<string, string>): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  let result = text;
  for (const [name, value] of Object.entries(changes)) {
    const line = new RegExp(`^([ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=).*$`, 'gm');
    if (line.test(result)) {
      result = result.replace(line, (_, start) => `${start}${value}`);
    } else {
      if (result === '') result = HEADER;
      else if (!result.endsWith('\n')) result += lineEnd;
      result += `${name}=${value}${lineEnd}`;
    }
  }
  return result;
}

/** The text of a file; empty if there is none. */
export function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Writes a file completely or not at all; a link stays a link. `mode` does not depend on the umask. */
export function writeWhole(file: string, text: string, mode = 0o644): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const beside = `${target}.${process.pid}.new`;
  writeFileSync(beside, text, { mode });
  chmodSync(beside, mode);
  renameSync(beside, target);
}
