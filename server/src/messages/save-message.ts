import { HONEYPOT_FIELD, parseMessage } from '@portfolio/contract/message';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { withTimeout } from '../http/deadline.ts';
import { Refusal } from '../http/problem.ts';
import { isFormPost, sendFormSuccess } from './form-answers.ts';
import { makeIdempotencyKey, parseIdempotencyKey } from './idempotency-key.ts';
import type { MessageStore } from './message-store.ts';
import { hashSender } from './sender-limit.ts';
import { findSpamReasons } from './suspicion.ts';

export interface SaveMessageDeps {
  messages: MessageStore;
  senderKey: Uint8Array;
  log: Logger;
  answerTimeoutMs: number;
  corsOrigins: readonly string[];
}

/**
 * `POST /save-message`, after origin and body are checked (product.md, section 4). Answers after PostgreSQL has
 * committed: 201, or 200 where the message was stored before.
 *
 * @throws Refusal, DatabaseUnavailableError, QueueFullError
 */
export function createSaveMessage(deps: SaveMessageDeps): RequestHandler {
  const { messages, senderKey, log, answerTimeoutMs, corsOrigins } = deps;
  return async (request, response) => {
    const header = request.headers['idempotency-key'];
    // Node joins repeated ones, which gives no UUID.
    const key = header === undefined ? undefined : parseIdempotencyKey(String(header));
    const parsed = parseMessage(request.body);
    if (!parsed.ok) throw new Refusal('invalid_message', { extra: { errors: parsed.errors } });

    const { message } = parsed;
    const sender = hashSender(request.ip ?? '', senderKey);
    const id = key ?? makeIdempotencyKey(message, sender, new Date());
    const spamReasons = findSpamReasons(message, request.body[HONEYPOT_FIELD]);
    const outcome = await withTimeout(answerTimeoutMs, messages.save({ id, ...message, spamReasons, sender }));
    if (outcome.kind === 'key-reused') throw new Refusal('idempotency_key_reused');
    if (outcome.kind === 'over-limit') {
      throw new Refusal('too_many_requests', { headers: { 'Retry-After': String(outcome.retryAfterS) } });
    }
    log.info({ messageId: id, outcome: outcome.kind }, 'message saved');

    if (isFormPost(request)) return sendFormSuccess(request, response, corsOrigins);
    const body = JSON.stringify({ id, createdAt: outcome.createdAt.toISOString() });
    response
      .writeHead(outcome.kind === 'stored' ? 201 : 200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': body.length,
        'Cache-Control': 'no-store',
      })
      .end(body);
  };
}
