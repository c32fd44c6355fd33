import { chmodSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const HEADER = '# Escrito por npm run setup. Todas as variáveis, com seus padrões: .env.example\n';

/**
 * The text of an `.env` file with some variables set. Everything else stays as it is: comments, order, line ends, other variables.
 *
 * @param {string} text the file as it is; empty where there is none
 * @param {Record<string, string>} changes values of letters, digits and `:/._-` only, which need no quotes
 * @returns {string}
 * @throws {Error} when Node would not read the result as it is meant, which then must not be written
 */
export function setVariables(text, changes) {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  let result = text;
  for (const [name, value] of Object.entries(changes)) {
    const line = new RegExp(`^([ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=).*$`, 'gm');
    if (line.test(result)) result = result.replace(line, (_, start) => `${start}${value}`);
    else result = `${endWithLine(result === '' ? HEADER : result, lineEnd)}${name}=${value}${lineEnd}`;
  }
  const wanted = { ...parseEnv(text), ...changes };
  const written = parseEnv(result);
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(written)])) {
    if (written[name] !== wanted[name]) throw new Error(`${name} would be read as ${written[name]}`);
  }
  return result;
}

/**
 * @param {string} text
 * @param {string} lineEnd
 */
function endWithLine(text, lineEnd) {
  return text.endsWith('\n') ? text : text + lineEnd;
}

/**
 * @param {string} file
 * @returns {string} empty where there is no such file
 */
export function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/**
 * Writes a file as a whole or not at all; a link stays a link.
 *
 * @param {string} file
 * @param {string} text
 * @param {number} [mode] who may read it; without it, as every file
 */
export function writeWhole(file, text, mode = 0o644) {
  const target = existsSync(file) ? realpathSync(file) : file;
  const beside = `${target}.${process.pid}.new`;
  try {
    writeFileSync(beside, text, { mode });
    // Whatever the umask says.
    chmodSync(beside, mode);
    renameSync(beside, target);
  } finally {
    rmSync(beside, { force: true });
  }
}
