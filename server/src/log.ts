import pino, { type Logger } from 'pino';
import type { Env } from './env.ts';

/**
 * One JSON object per line; readable text on a terminal. Nothing personal is logged: requests without query, headers
 * or body, errors without the row that PostgreSQL quotes (product.md, section 4).
 */
export async function createLogger(level: Env['logLevel']): Promise<Logger> {
  // Synchronous, so that the lines before a kill -9 are in the log.
  const options = { level, base: null, serializers: { err: describeError } };
  // A development package, absent in production.
  const pretty = process.stdout.isTTY ? await import('pino-pretty').catch(() => undefined) : undefined;
  if (!pretty) return pino(options, pino.destination({ dest: 1, sync: true }));
  return pino(options, pretty.default({ translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true }));
}

/** An error for the log: type, code and stack; the message only if it cannot quote a visitor. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: 'a value that is no Error was thrown' };
  const message = mayQuoteARow(error) ? 'withheld: it may quote the refused row' : error.message;
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return {
    type: error.name,
    ...('code' in error && { code: String(error.code) }),
    message,
    ...(frames?.length && { stack: frames.join('\n') }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** Prisma and node-postgres quote values in messages of data errors (SQLSTATE classes 22 and 23). */
function mayQuoteARow(error: Error): boolean {
  return (
    error.name.startsWith('Prisma') ||
    error.name === 'DriverAdapterError' ||
    /invalid input|violates|duplicate key/i.test(error.message)
  );
}
