import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cacheFile, TOP } from './project.mjs';

/**
 * @typedef {object} Product something that is made from files of the repository
 * @property {string} name in the cache
 * @property {string[]} inputs files and folders, from the top folder
 * @property {Record<string, string | undefined>} [values] what else the result depends on
 * @property {string} output a file that is there when the product is, from the top folder
 */

/**
 * Makes a product unless it is there already, made from these very inputs. A make that was broken off does not count.
 *
 * @param {Product} product
 * @param {() => Promise<string>} make
 * @returns {Promise<string>} what `make` gave, now or when the product was made
 */
export async function makeUnlessFresh({ name, inputs, values = {}, output }, make) {
  const stamp = cacheFile(`${name}.json`);
  const fingerprint = await fingerprintOf(inputs, values);
  const made = await readFile(stamp, 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => undefined);
  if (made?.fingerprint === fingerprint && existsSync(resolve(TOP, output))) return made.printed;

  await rm(stamp, { force: true });
  const printed = await make();
  await writeFile(stamp, JSON.stringify({ fingerprint, printed }));
  return printed;
}

/**
 * @param {string[]} inputs
 * @param {Record<string, string | undefined>} values
 */
async function fingerprintOf(inputs, values) {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(values).sort()));
  for (const input of inputs) await addToHash(hash, input);
  return hash.digest('hex');
}

/** What is made, and tests, which nothing is made from. */
const PASSED_OVER = /^(node_modules|dist|dist-e2e|generated|\..*)$|\.test\.tsx?$/;

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path from the top folder
 */
async function addToHash(hash, path) {
  if (!(await stat(join(TOP, path))).isDirectory()) {
    hash.update(`${path}\n`).update(await readFile(join(TOP, path)));
    return;
  }
  for (const name of (await readdir(join(TOP, path))).sort()) {
    if (!PASSED_OVER.test(name)) await addToHash(hash, `${path}/${name}`);
  }
}
