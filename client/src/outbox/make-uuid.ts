/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` is there on pages with https only, `getRandomValues` is everywhere. */
export function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    // The version and the variant have their fixed bits.
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  }).map((byte) => byte.toString(16).padStart(2, '0'));
  return [
    [0, 4],
    [4, 6],
    [6, 8],
    [8, 10],
    [10, 16],
  ]
    .map(([from, to]) => hex.slice(from, to).join(''))
    .join('-');
}
