import pino, { type Logger } from 'pino';
import type { Env } from './env.ts';

export type { Logger };

/**
 * The logger: one JSON object a line, made readable on a terminal.
 *
 * Nothing personal goes through it: requests are logged without query, headers or body (product.md, section 4), and errors without
 * the details in which PostgreSQL quotes the row it refused.
 */
export async function createLogger(level: Env['logLevel']): Promise<Logger> {
  // Each line is written at once: what led to a kill -9 is in the log.
  const options = { level, base: null, serializers: { err: describeError } };
  // A development package: absent in production, where nobody reads the terminal and plain lines do.
  const pretty = process.stdout.isTTY ? await import('pino-pretty').catch(() => undefined) : undefined;
  if (!pretty) return pino(options, pino.destination({ dest: 1, sync: true }));
  return pino(options, pretty.default({ translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true }));
}

/**
 * An error as it may be logged: its type, code and stack; its message only where we wrote it or where it cannot quote a visitor.
 */
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

/** Prisma and node-postgres put the failing statement's values into the messages of data errors (SQLSTATE classes 22 and 23). */
function mayQuoteARow(error: Error): boolean {
  return (
    error.name.startsWith('Prisma') ||
    error.name === 'DriverAdapterError' ||
    /invalid input|violates|duplicate key/i.test(error.message)
  );
}
