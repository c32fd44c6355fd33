#!/usr/bin/env node
import { createInterface } from 'node:readline';
import { register } from 'tsx/esm/api';

/**
 * Speaks to Prisma's CLI as its native schema engine does, in JSON-RPC 2.0, a line a message; the work is done by the very same engine as
 * WebAssembly. For a test: nothing else needs the CLI's `migrate`.
 */
// Prisma first asks, as a command of its own, whether the database can be reached. Where it cannot, the work itself fails.
if (process.argv.includes('can-connect-to-database')) process.exit();

register();
const { loadSchemaEngine } = await import('../../prisma/schema-engine.ts');
const engine = await loadSchemaEngine(process.env['DATABASE_URL'] ?? '');

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
