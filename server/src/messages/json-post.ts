import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddr from 'proxy-addr';
import { Refusal } from '../http/problem.ts';
import type { SiteHeaders } from '../http/security-headers.ts';
import type { Logger } from '../log.ts';
import { BODY_LIMIT } from './message-body.ts';
import type { KeptMessage, MessageIntake } from './message-intake.ts';
import { EXPOSED_HEADERS } from './message-routes.ts';

interface JsonPostDeps {
  takeMessage: MessageIntake;
  siteHeaders: SiteHeaders;
  trustProxy: number;
  log: Logger;
  /** Answers everything else, and every request that `error` befell; its body may have been read by then. */
  otherwise: (request: IncomingMessage, response: ServerResponse, error?: unknown) => void;
}

/**
 * The short way of the post that a page's script sends: JSON, of a known and allowed length, from a page of this host or from no page. It costs a
 * third of the way through Express (docs/decisions/a-message-in-json-goes-past-express.md), takes messages by the same rules, and gives one answer
 * only: the message is kept. Whatever else there is to say, Express says.
 */
export function createJsonPost({
  takeMessage,
  siteHeaders,
  trustProxy,
  log,
  otherwise,
}: JsonPostDeps): RequestListener {
  const isTrusted = (_address: string, hop: number) => hop < trustProxy;
  const headers = {
    ...siteHeaders.headers,
    Vary: 'Origin',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  const headersOverTls = { ...headers, ...siteHeaders.httpsHeaders };

  /** As Express tells it: a trusted proxy's word. */
  function cameByTls({ headers }: IncomingMessage): boolean {
    return trustProxy > 0 && String(headers['x-forwarded-proto']).startsWith('https');
  }

  function answer(request: IncomingMessage, response: ServerResponse, { isNew, id, createdAt }: KeptMessage): void {
    const body = `{"id":"${id}","createdAt":"${createdAt.toISOString()}"}`;
    const status = isNew ? 201 : 200;
    response.writeHead(status, {
      ...(cameByTls(request) ? headersOverTls : headers),
      // An id and a date: one byte a character.
      'Content-Length': body.length,
    });
    response.end(body);
    log.debug({ method: request.method, path: request.url, statusCode: status }, 'request completed');
  }

  return (request, response) => {
    if (!goesTheShortWay(request)) return otherwise(request, response);
    readBody(request, (bytes) => {
      take(request, bytes).then(
        (kept) => answer(request, response, kept),
        (error: unknown) => otherwise(request, response, error),
      );
    });
  };

  async function take(request: IncomingMessage, bytes: Buffer): Promise<KeptMessage> {
    return takeMessage({
      body: parseJson(bytes),
      key: request.headers['idempotency-key'] as string | undefined, // repeated, Node joins it: no UUID then
      address: proxyAddr(request, isTrusted),
    });
  }
}

/** What is left out here is no fault: it goes the long way. */
function goesTheShortWay({ method, url, headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length']);
  return (
    url === '/save-message' &&
    method === 'POST' &&
    /^application\/json(?:; ?charset=utf-8)?$/i.test(headers['content-type'] ?? '') &&
    headers['content-encoding'] === undefined &&
    length > 0 &&
    length <= BODY_LIMIT &&
    isFromThisHost(headers)
  );
}

function isFromThisHost({
  origin,
  host,
  'x-forwarded-host': forwarded,
  'x-forwarded-proto': forwardedProto,
}: IncomingMessage['headers']): boolean {
  if (origin === undefined) return true;
  if (host === undefined || (forwarded ?? host) !== host) return false;
  // By http: only Express tells whether that is our page.
  return origin === `https://${host}` || (origin === `http://${host}` && forwardedProto === undefined);
}

/** @param whenRead is not called where the sender is gone before its body is whole */
function readBody(request: IncomingMessage, whenRead: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => whenRead(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
}

/** @throws Refusal as body-parser refuses: what is no JSON, and what is no UTF-8 */
function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Refusal('malformed_body');
  const text = bytes.toString();
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (cause) {
    throw new Refusal('malformed_body', { cause });
  }
}
