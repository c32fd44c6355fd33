import { HONEYPOT_FIELD, type Message, parseMessage } from '@portfolio/contract/message';
import { inTime } from '../http/deadline.ts';
import { Refusal } from '../http/problem.ts';
import type { Logger } from '../log.ts';
import { makeIdempotencyKey, parseIdempotencyKey } from './idempotency-key.ts';
import type { MessageStore, SaveOutcome } from './message-store.ts';
import type { NameSender } from './sender-limit.ts';
import { findSpamReasons } from './suspicion.ts';

/** A post of a message, however it came. */
export interface MessagePost {
  /** Decoded, and not checked yet. */
  body: unknown;
  /** As it stands in the header `Idempotency-Key`. */
  key: string | undefined;
  /** IPv4 or IPv6 address of the sender. */
  address: string;
}

/** A message that is in the database: since now, or since it first came. */
export interface KeptMessage {
  isNew: boolean;
  id: string;
  createdAt: Date;
}

/**
 * Takes a posted message: checks it, and stores it once.
 *
 * @returns only after PostgreSQL has committed
 * @throws Refusal saying why it was not taken
 * @throws DatabaseUnavailableError, QueueFullError
 */
export type MessageIntake = (post: MessagePost) => Promise<KeptMessage>;

export interface MessageIntakeDeps {
  messages: MessageStore;
  nameSender: NameSender;
  log: Logger;
  /** How long a caller may wait for the database, in milliseconds. */
  answerTimeoutMs: number;
}

export function createMessageIntake({ messages, nameSender, log, answerTimeoutMs }: MessageIntakeDeps): MessageIntake {
  return async ({ body, key: keyHeader, address }) => {
    const key = readKey(keyHeader);
    const parsed = parseMessage(body);
    if (!parsed.ok) throw new Refusal('invalid_message', { extra: { errors: parsed.errors } });

    const { message } = parsed;
    const outcome = await inTime(answerTimeoutMs, save(message, body, key, address));
    switch (outcome.kind) {
      case 'over-limit':
        throw new Refusal('too_many_requests', { headers: { 'Retry-After': String(outcome.retryAfterS) } });
      case 'key-reused':
        throw new Refusal('idempotency_key_reused');
      default:
        log.info({ messageId: outcome.id, outcome: outcome.kind }, 'message saved');
        return { isNew: outcome.kind === 'stored', id: outcome.id, createdAt: outcome.createdAt };
    }
  };

  async function save(message: Message, body: unknown, key: string | null, address: string): Promise<SaveOutcome> {
    const sender = await nameSender(address);
    const id = key ?? makeIdempotencyKey(message, sender, new Date());
    return messages.save({ id, message, reasons: findSpamReasons(message, honeypotOf(body)), sender });
  }
}

function readKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  const key = parseIdempotencyKey(header);
  if (key === null) throw new Refusal('malformed_idempotency_key');
  return key;
}

function honeypotOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, HONEYPOT_FIELD) : undefined;
}
