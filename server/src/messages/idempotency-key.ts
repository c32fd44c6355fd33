import { createHash } from 'node:crypto';
import type { Message } from '@portfolio/contract/message';
import { Refusal } from '../http/problem.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Reads an `Idempotency-Key`, quoted (draft-ietf-httpapi-idempotency-key-header) or bare. @throws Refusal: no UUID */
export function parseIdempotencyKey(header: string): string {
  const key = (/^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim()).toLowerCase();
  if (UUID.test(key)) return key;
  throw new Refusal('malformed_idempotency_key');
}

/**
 * The key of a message that came without one: the same words from the same sender on the same day (UTC) are the same
 * message (product.md, section 4). `sender` is a keyed hash: who knows the words cannot make this key and use it first.
 *
 * @returns a UUID of version 8 (RFC 9562)
 */
export function makeIdempotencyKey({ name, email, text }: Message, sender: string, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  const hash = createHash('sha256').update([day, sender, name, email, text].join('\0')).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
