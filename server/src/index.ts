import { once } from 'node:events';
import { OperatorError } from './operator-error.ts';
import { serve } from './serve.ts';

/** The server as a process (`node server/dist/index.js`), as in a container; `npm start` calls serve() itself. */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

try {
  const site = await serve(process.env, { signal: stopping.signal });
  process.stderr.write(`${[`Listening on ${site.url}`, ...site.notes].join('\n')}\n`);
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  await site.close();
  process.exit(0);
} catch (error) {
  // A stop during the start is no failure.
  if (stopping.signal.aborted) process.exit(0);
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
