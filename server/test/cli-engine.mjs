#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';

/**
 * Speaks to Prisma's CLI as its native schema engine does, in JSON-RPC 2.0, a line a message; the work is done by the very same engine as
 * WebAssembly, without anything of ours in between. For a test: nothing else needs the CLI's `migrate`.
 */
// First it is asked, as a command of its own, whether the database can be reached. Where it cannot, the work itself will say so.
if (process.argv.includes('can-connect-to-database')) process.exit();

const file = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
const glue = await import(pathToFileURL(file).href);
const { instance } = await WebAssembly.instantiate(await readFile(join(dirname(file), 'schema_engine_bg.wasm')), {
  './schema_engine_bg.js': glue,
});
glue.__wbg_set_wasm(instance.exports);
/** @type {() => void} */ (instance.exports['__wbindgen_start'])();
const adapter = new PrismaPg(process.env['DATABASE_URL'] ?? '');
const engine = await glue.SchemaEngine.new({}, () => {}, bindMigrationAwareSqlAdapterFactory(adapter));

for await (const line of createInterface(process.stdin)) {
  const { id, method, params } = JSON.parse(line);
  /** @type {unknown} */
  let answer;
  try {
    answer = { result: (await engine[method](params)) ?? null };
  } catch (error) {
    answer = { error: { code: 4466, message: String(error), data: { is_panic: false, message: String(error) } } };
  }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, .../** @type {object} */ (answer) })}\n`);
}
