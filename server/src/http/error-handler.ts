import type { ErrorRequestHandler } from 'express';
import { DatabaseUnavailableError } from '../database.ts';
import type { Logger } from '../log.ts';
import { type FormRefusalSender, isFormPost } from '../messages/form-answers.ts';
import { QueueFullError } from '../messages/group-commit.ts';
import { type ProblemCode, Refusal, sendProblem } from './problem.ts';

/** Seconds after which trying again makes sense while the database is away, or has more to do than it can. */
const DATABASE_RETRY_AFTER_S = '5';

/**
 * The one error handler: turns whatever was thrown into a refusal, logs what the caller is not told, and answers.
 *
 * @param sendFormRefusal answers a person whose browser posted the plain form; everybody else gets a problem document
 */
export function createErrorHandler(log: Logger, sendFormRefusal: FormRefusalSender): ErrorRequestHandler {
  return (error, request, response, next) => {
    const refusal = toRefusal(error);
    if (refusal.status >= 500) log.error({ err: error, requestId: request.id, code: refusal.code }, 'request failed');
    // Too late for an answer of ours: Express then breaks the connection, so that nobody takes half an answer for a whole one.
    if (response.headersSent) return next(error);
    if (isFormPost(request)) return sendFormRefusal(request, response, refusal);
    sendProblem(response, refusal);
  };
}

/** body-parser's and Express's own errors carry a `type` or a 4xx `status`. */
function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailableError) {
    return new Refusal('database_unavailable', { headers: { 'Retry-After': DATABASE_RETRY_AFTER_S }, cause: error });
  }
  if (error instanceof QueueFullError) {
    return new Refusal('overloaded', { headers: { 'Retry-After': DATABASE_RETRY_AFTER_S }, cause: error });
  }
  return new Refusal(codeOf(error), { cause: error });
}

function codeOf(error: unknown): ProblemCode {
  if (typeof error !== 'object' || error === null) return 'internal_error';
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 500;
  switch (status) {
    case 400:
      return 'type' in error ? 'malformed_body' : 'bad_request';
    case 404:
      return 'not_found';
    case 413:
      return 'body_too_large';
    case 415:
      return 'unsupported_media_type';
    default:
      return status >= 400 && status < 500 ? 'bad_request' : 'internal_error';
  }
}
