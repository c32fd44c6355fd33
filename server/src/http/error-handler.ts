import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { DatabaseUnavailableError, QueueFullError } from '../database.ts';
import { Refusal } from './problem.ts';

const DATABASE_RETRY_AFTER_S = '5';

export type RefusalSender = (request: Request, response: Response, refusal: Refusal) => void;

/** The only error handler: turns what was thrown into a refusal, logs it with its cause, and answers. */
export function createErrorHandler(log: Logger, sendRefusal: RefusalSender): ErrorRequestHandler {
  return (error, request, response, next) => {
    const refusal = toRefusal(error);
    const { status, code } = refusal;
    // No query, headers, address or body: a visitor sent those.
    const line = { method: request.method, path: request.path, status, code };
    if (status >= 500) log.error({ ...line, err: error }, 'request failed');
    else log.info(line, 'request refused');
    // Too late for an answer: Express closes the connection, so that nobody takes half an answer for a whole one.
    if (response.headersSent) return next(error);
    sendRefusal(request, response, refusal);
  };
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const later = { headers: { 'Retry-After': DATABASE_RETRY_AFTER_S }, cause: error };
  if (error instanceof DatabaseUnavailableError) return new Refusal('database_unavailable', later);
  if (error instanceof QueueFullError) return new Refusal('overloaded', later);
  // Express's own errors have a 4xx, as for a path that cannot be decoded.
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return new Refusal(status >= 400 && status < 500 ? 'bad_request' : 'internal_error', { cause: error });
}
