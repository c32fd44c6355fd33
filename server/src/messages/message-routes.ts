import cors from 'cors';
import { Router } from 'express';
import { refuseMethod } from '../http/method-not-allowed.ts';
import { refuseForeignOrigins } from '../http/same-origin.ts';
import { isFormPost, sendFormSuccess } from './form-answers.ts';
import { readMessageBody } from './message-body.ts';
import type { MessageIntake } from './message-intake.ts';

/** How long a browser may remember a preflight's answer, in seconds. */
const PREFLIGHT_MAX_AGE_S = 7_200;

/** What a page hosted elsewhere may read. */
export const EXPOSED_HEADERS = ['Retry-After'];

/**
 * `POST /save-message` (product.md, section 4).
 *
 * @param errorOf what already befell a request on its short way (json-post.ts), which is then only to be answered
 */
export function createMessageRoutes(
  takeMessage: MessageIntake,
  corsOrigins: string[],
  errorOf: (request: object) => unknown,
): Router {
  const router = Router();
  router
    .route('/save-message')
    // First, so that every answer below, refusals included, can be read by a page hosted elsewhere.
    .all(
      cors({
        origin: corsOrigins,
        methods: ['POST'],
        allowedHeaders: ['Content-Type', 'Idempotency-Key'],
        exposedHeaders: EXPOSED_HEADERS,
        maxAge: PREFLIGHT_MAX_AGE_S,
      }),
      (request, _response, next) => next(errorOf(request)),
    )
    .post(refuseForeignOrigins(corsOrigins), ...readMessageBody, async (request, response) => {
      const { isNew, id, createdAt } = await takeMessage({
        body: request.body,
        key: request.get('Idempotency-Key'),
        address: request.ip ?? '',
      });
      if (isFormPost(request)) return sendFormSuccess(request, response, corsOrigins);
      response
        .status(isNew ? 201 : 200)
        .set('Cache-Control', 'no-store')
        .json({ id, createdAt: createdAt.toISOString() });
    })
    .all(refuseMethod('POST, OPTIONS'));
  return router;
}
