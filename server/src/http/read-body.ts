import type { Request, RequestHandler } from 'express';
import { Refusal } from './problem.ts';

/** Of the decoded body, in bytes (product.md, section 4: 413 over 32 kB). */
const BODY_LIMIT = 32 * 1024;

/** Percent-encoding writes a byte as three. */
const FORM_LIMIT = 3 * BODY_LIMIT;

/** Throws if bytes are not UTF-8, because U+FFFD would change the text. Drops a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

export function isForm(request: Request): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}

/**
 * Reads JSON or an HTML form into `request.body`. A compressed body is refused: its size is not known.
 * @throws Refusal 413 as soon as the length is known to be too much, 415, or 400 for what is not UTF-8 or not JSON
 */
export const readBody: RequestHandler = async (request, response, next) => {
  const type = request.headers['content-type'] ?? '';
  const hasForm = isForm(request);
  const isReadable = hasForm || /^application\/json\s*(;|$)/i.test(type);
  const isUtf8 = !/charset\s*=(?!\s*"?utf-8\b)/i.test(type);
  if (!isReadable || !isUtf8 || (request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    response.set('Accept-Post', 'application/json, application/x-www-form-urlencoded');
    throw new Refusal('unsupported_media_type');
  }
  const bytes = await readBytes(request, hasForm ? FORM_LIMIT : BODY_LIMIT);
  try {
    const text = utf8.decode(bytes);
    request.body = hasForm ? parseForm(text) : JSON.parse(text);
  } catch (cause) {
    throw new Refusal('malformed_body', { cause });
  }
  if (hasForm && Buffer.byteLength(Object.values(request.body).join('')) > BODY_LIMIT) throw tooLarge();
  next();
};

// Never settles if the sender disconnects before the body's end.
function readBytes(request: Request, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > limit) throw tooLarge();
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else reject(tooLarge());
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
  });
}

function tooLarge(): Refusal {
  // The rest of the body is not read.
  return new Refusal('body_too_large', { headers: { Connection: 'close' } });
}

/** HTML forms send each line break as CRLF (HTML Standard, form submission); the field held LF. */
function parseForm(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(new URLSearchParams(text), ([name, value]) => [name, value.replaceAll('\r\n', '\n')]),
  );
}
