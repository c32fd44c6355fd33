import { isUtf8 } from 'node:buffer';
import { FIELDS } from '@portfolio/contract/message';
import express, { type NextFunction, type Request, type RequestHandler } from 'express';
import { Refusal } from '../http/problem.ts';

/** What a message's fields may take once decoded, in bytes (product.md, section 4: 413 over 32 kB). */
export const BODY_LIMIT = 32 * 1024;

/** Percent-encoding writes a byte as three: a form may be that much longer on the wire than what it says. */
const FORM_LIMIT = 3 * BODY_LIMIT;

/**
 * Reads the body of a message into `request.body`, as JSON or as the form's own encoding. The limit holds before parsing; a
 * compressed body is refused, as it could be anything once inflated.
 *
 * @throws Refusal 413 or 415; body-parser's own errors for a malformed body
 */
export const readMessageBody: RequestHandler[] = [
  (request, response, next) => {
    const isUtf8Type = !/charset\s*=\s*"?(?!utf-8\b)/i.test(request.get('Content-Type') ?? '');
    if (isUtf8Type && request.is(['application/json', 'application/x-www-form-urlencoded'])) return next();
    response.set('Accept-Post', 'application/json, application/x-www-form-urlencoded');
    throw new Refusal('unsupported_media_type');
  },
  refuseAnnouncedSize,
  express.json({ limit: BODY_LIMIT, strict: false, inflate: false, verify: refuseMalformedUtf8 }),
  express.urlencoded({ limit: FORM_LIMIT, extended: false, inflate: false, verify: refuseMalformedUtf8 }),
  (request, _response, next) => {
    if (request.is('application/x-www-form-urlencoded')) request.body = decodeForm(request.body);
    next();
  },
];

/** body-parser reads a body that is too large to its end before it says so; nobody needs to wait for that. */
function refuseAnnouncedSize(request: Request, _response: unknown, next: NextFunction): void {
  const limit = request.is('application/json') ? BODY_LIMIT : FORM_LIMIT;
  if (Number(request.get('Content-Length')) > limit) {
    throw new Refusal('body_too_large', { headers: { Connection: 'close' } });
  }
  next();
}

/** A decoder would quietly put U+FFFD in the place of broken bytes, and the stored text would not be the sent one. */
function refuseMalformedUtf8(_request: unknown, _response: unknown, body: Buffer): void {
  // body-parser writes a status of its own choice into what is thrown here, unless there is one already.
  if (!isUtf8(body))
    throw Object.assign(new Error('the body is not UTF-8'), { status: 400, type: 'entity.verify.failed' });
}

/** HTML forms send each line break as CRLF (HTML Standard, form submission); the field held LF. */
function decodeForm(body: Record<string, unknown>): Record<string, unknown> {
  const size = FIELDS.reduce((sum, field) => sum + Buffer.byteLength(String(body[field] ?? '')), 0);
  if (size > BODY_LIMIT) throw new Refusal('body_too_large');
  return typeof body['text'] === 'string' ? { ...body, text: body['text'].replaceAll('\r\n', '\n') } : body;
}
