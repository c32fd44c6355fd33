import { OperatorError } from './operator-error.ts';
import { serve } from './serve.ts';

/** The server as a process of its own (`node server/dist/index.js`), as in a container; `npm start` wraps serve() in more help. */
try {
  const site = await serve(process.env);
  process.stderr.write(`${[`Listening on ${site.url}`, ...site.notes].join('\n')}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void site.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  process.stderr.write(
    `${error instanceof OperatorError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
}
