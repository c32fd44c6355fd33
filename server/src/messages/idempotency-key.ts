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
