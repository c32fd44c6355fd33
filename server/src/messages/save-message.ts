import { createHash } from 'node:crypto';
import { HONEYPOT_FIELD, type Message, parseMessage } from '@portfolio/contract/message';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { withTimeout } from '../http/deadline.ts';
import { Refusal } from '../http/problem.ts';
import { isFormPost, sendFormSuccess } from './form-answers.ts';
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
 * committed: 201, or 200 if the message was already stored. @throws Refusal, DatabaseUnavailableError
 */
export function createSaveMessage(deps: SaveMessageDeps): RequestHandler {
  const { messages, senderKey, log, answerTimeoutMs, corsOrigins } = deps;
  return async (request, response) => {
    const header = request.headers['idempotency-key'];
    // Node joins repeated headers, and the result is no UUID.
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

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** An `Idempotency-Key`, quoted (draft-ietf-httpapi-idempotency-key-header) or bare. @throws Refusal: no UUID */
function parseIdempotencyKey(header: string): string {
  const key = (/^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim()).toLowerCase();
  if (UUID.test(key)) return key;
  throw new Refusal('malformed_idempotency_key');
}

/**
 * The key of a message that came without one: the same words from the same sender on the same day (UTC) are the same
 * message (product.md, section 4). `sender` is a keyed hash: who knows the words cannot make this key and use it first.
 * The key is a UUID of version 8 (RFC 9562).
 */
function makeIdempotencyKey({ name, email, text }: Message, sender: string, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  const hash = createHash('sha256').update([day, sender, name, email, text].join('\0')).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
