import { brotliCompressSync } from 'node:zlib';

/** Bytes of ten segments (RFC 6928), less the answer's headers. */
const FIRST_ROUND_TRIP = 14_000;

/** A sentence for the owner when the compressed page does not fit into the first round trip, else null */
export function describeExcess(fileName: string, html: string, parts: Record<string, string>): string | null {
  const size = weigh(html);
  if (size <= FIRST_ROUND_TRIP) return null;
  const sizes = Object.entries(parts).map(([name, text]) => ({ name, bytes: weigh(text) }));
  const heaviest = sizes.toSorted((a, b) => b.bytes - a.bytes).map(({ name, bytes }) => `${name} ${bytes}`);
  return `${fileName} tem ${size} bytes, ${size - FIRST_ROUND_TRIP} a mais do que chega na primeira resposta, e por isso aparece mais tarde: ${heaviest.join(', ')}.`;
}

function weigh(text: string): number {
  return brotliCompressSync(text).length;
}
