#!/usr/bin/env node
import { createInterface } from 'node:readline';
import { register } from 'tsx/esm/api';

// Speaks JSON-RPC 2.0 with Prisma's CLI, as its native schema engine does; the same engine as WebAssembly does it all.
// Prisma first runs it to ask whether the database can be reached. If it cannot, the work itself fails.
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
