import type { ErrorRequestHandler, Request, Response } from 'express';
import { DatabaseUnavailableError, QueueFullError } from '../database.ts';
import type { Logger } from '../log.ts';
import { Refusal } from './problem.ts';

/** Seconds after which trying again makes sense while the database is away, or has more to do than it can. */
const DATABASE_RETRY_AFTER_S = '5';

export type RefusalSender = (request: Request, response: Response, refusal: Refusal) => void;

/** The one error handler: turns whatever was thrown into a refusal, logs it with what the caller is not told, and answers. */
export function createErrorHandler(log: Logger, sendRefusal: RefusalSender): ErrorRequestHandler {
  return (error, request, response, next) => {
    const refusal = toRefusal(error);
    const { status, code } = refusal;
    // Neither query nor headers, address or body: a visitor sent those.
    const line = { method: request.method, path: request.path, status, code };
    if (status >= 500) log.error({ ...line, err: error }, 'request failed');
    else log.info(line, 'request refused');
    // Too late for an answer of ours: Express then breaks the connection, so that nobody takes half an answer for a whole one.
    if (response.headersSent) return next(error);
    sendRefusal(request, response, refusal);
  };
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const later = { headers: { 'Retry-After': DATABASE_RETRY_AFTER_S }, cause: error };
  if (error instanceof DatabaseUnavailableError) return new Refusal('database_unavailable', later);
  if (error instanceof QueueFullError) return new Refusal('overloaded', later);
  // Express's own errors, as for an address that cannot be decoded, have a 4xx.
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return new Refusal(status >= 400 && status < 500 ? 'bad_request' : 'internal_error', { cause: error });
}
