import { randomUUID } from 'node:crypto';
import { HONEYPOT_FIELD, type Message, parseMessage } from '@portfolio/contract/message';
import cors from 'cors';
import { type Request, Router } from 'express';
import { inTime } from '../http/deadline.ts';
import { refuseMethod } from '../http/method-not-allowed.ts';
import { Refusal } from '../http/problem.ts';
import { refuseForeignOrigins } from '../http/same-origin.ts';
import type { Logger } from '../log.ts';
import { isFormPost, keyOfFormPost, sendFormSuccess } from './form-answers.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';
import { readMessageBody } from './message-body.ts';
import type { MessageStore } from './message-store.ts';
import type { SenderLimit } from './sender-limit.ts';
import { findSpamReasons } from './suspicion.ts';

/** How long a browser may remember a preflight's answer, in seconds. */
const PREFLIGHT_MAX_AGE_S = 7_200;

interface MessageRoutesDeps {
  messages: MessageStore;
  senderLimit: SenderLimit;
  log: Logger;
  corsOrigins: string[];
  /** In milliseconds. */
  answerTimeoutMs: number;
}

/** `POST /save-message` (product.md, section 4). */
export function createMessageRoutes({
  messages,
  senderLimit,
  log,
  corsOrigins,
  answerTimeoutMs,
}: MessageRoutesDeps): Router {
  const router = Router();
  router
    .route('/save-message')
    // First, so that every answer below, refusals included, can be read by a page hosted elsewhere.
    .all(
      cors({
        origin: corsOrigins,
        methods: ['POST'],
        allowedHeaders: ['Content-Type', 'Idempotency-Key'],
        exposedHeaders: ['Retry-After'],
        maxAge: PREFLIGHT_MAX_AGE_S,
      }),
    )
    .post(refuseForeignOrigins(corsOrigins), ...readMessageBody, async (request, response) => {
      const key = readKey(request);
      const parsed = parseMessage(request.body);
      if (!parsed.ok) throw new Refusal('invalid_message', { extra: { errors: parsed.errors } });
      const outcome = await inTime(answerTimeoutMs, saveWithinLimit(request, key, parsed.message));
      if (outcome.kind === 'key-reused') throw new Refusal('idempotency_key_reused');
      log.info({ messageId: outcome.id, outcome: outcome.kind }, 'message saved');
      if (isFormPost(request)) return sendFormSuccess(request, response, corsOrigins);
      response
        .status(outcome.kind === 'stored' ? 201 : 200)
        .set('Cache-Control', 'no-store')
        .json({ id: outcome.id, createdAt: outcome.createdAt.toISOString() });
    })
    .all(refuseMethod('POST, OPTIONS'));
  return router;

  async function saveWithinLimit(request: Request, key: string | null, message: Message) {
    const waitS = await senderLimit.consume(request.ip ?? '');
    if (waitS > 0) throw new Refusal('too_many_requests', { headers: { 'Retry-After': String(waitS) } });
    const ownKey = () => (isFormPost(request) ? keyOfFormPost(message, new Date(), messages.has) : randomUUID());
    return messages.save(key ?? (await ownKey()), message, findSpamReasons(message, honeypotOf(request)));
  }
}

/** The body is an object: it held a message. */
function honeypotOf(request: Request): unknown {
  return request.body[HONEYPOT_FIELD];
}

function readKey(request: Request): string | null {
  const header = request.get('Idempotency-Key');
  if (header === undefined) return null;
  const key = parseIdempotencyKey(header);
  if (key === null) throw new Refusal('malformed_idempotency_key');
  return key;
}
