import { createHash } from 'node:crypto';
import type { Message } from '@portfolio/contract/message';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Reads an `Idempotency-Key` header: a quoted string, as draft-ietf-httpapi-idempotency-key-header asks, or the bare UUID.
 *
 * @returns the UUID in lower case, or null where the header holds anything else
 */
export function parseIdempotencyKey(header: string): string | null {
  const key = (/^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim()).toLowerCase();
  return UUID.test(key) ? key : null;
}

/**
 * The key of a message that came without one, as from a plain form or through a proxy that strips headers: the same words from the same sender on the
 * same day (UTC) are the same message (product.md, section 4).
 *
 * @param sender as sender-limit.ts names it: a keyed hash, so that nobody who knows the words can make this key and take it first
 * @returns a UUID (version 8, RFC 9562: made from whatever its maker likes)
 */
export function makeIdempotencyKey({ name, email, text }: Message, sender: string, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  const hash = createHash('sha256').update([day, sender, name, email, text].join('\0')).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
