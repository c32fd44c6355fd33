import { brotliCompressSync } from 'node:zlib';

/** In bytes: one round trip of a new connection, ten segments (RFC 6928), less the answer's headers. */
const FIRST_ROUND_TRIP = 14_000;

/**
 * Whether a page is too heavy to arrive at once, and what its weight is made of; null when it is not.
 *
 * @param html - of the page, which is sent compressed with Brotli
 * @param parts - what it holds, by name
 * @returns a sentence for the owner
 */
export function describeExcess(fileName: string, html: string, parts: Record<string, string>): string | null {
  const size = weigh(html);
  if (size <= FIRST_ROUND_TRIP) return null;
  const heaviest = Object.entries(parts)
    .map(([name, text]) => ({ name, bytes: weigh(text) }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `${name} ${bytes}`);
  return `${fileName} has ${size} bytes, ${size - FIRST_ROUND_TRIP} more than arrive in the first round trip, so that it is seen later: ${heaviest.join(', ')}.`;
}

function weigh(text: string): number {
  return brotliCompressSync(text).length;
}
