import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { Logger } from 'pino';
import type { BuiltSite } from './built-site.ts';
import { formatProblem, type ProblemCode, Refusal } from './problem.ts';

/** Against slow-loris; a slow phone needs less. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
const TIMEOUT_CHECK_MS = 1_000;

/** A connection is closed if nothing moves for this long during a request or an answer. */
const STALLED_TIMEOUT_MS = 20_000;

/** Far more than a proxy or a crowd behind one address opens. Each costs about 20 kB and the body that arrives. */
const MAX_CONNECTIONS = 4_000;

/** Answers to errors of Node's parser and timers (RFC 9110, 15.5; RFC 6585, 5); every other one is a 400. */
const PARSER_REFUSALS: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/**
 * Node's HTTP server with this service's limits on connections. A request that does not reach the app is refused as the
 * app refuses. A connection that pipelines (RFC 9112, 9.3.2) is closed: Node would start all its requests at once and
 * keep their answers in memory; no browser and no proxy pipelines. Requests and responses get the prototypes of an
 * Express `app` (docs/decisions/node-makes-requests-with-express-prototypes.md).
 */
export function createHttpServer(
  app: RequestListener & Partial<Pick<Express, 'request' | 'response'>>,
  site: Pick<BuiltSite, 'headers'>,
  log: Logger,
  { stalledTimeoutMs = STALLED_TIMEOUT_MS, maxConnections = MAX_CONNECTIONS } = {},
): Server {
  /** The last response of each connection. It has the socket until its last byte is written. */
  const lastResponse = new WeakMap<Socket, ServerResponse>();

  // Functions, because the prototype of a class cannot be replaced.
  function Request(this: IncomingMessage, socket: Socket): void {
    IncomingMessage.call(this, socket);
    if (!lastResponse.get(socket)?.socket) return;
    // Undocumented: makes Node stop parsing, which has read up to 64 kB of further requests.
    Object.defineProperty(this, 'upgrade', { get: () => true, set() {} });
    process.nextTick(() => socket.destroy());
  }
  Request.prototype = app.request ?? IncomingMessage.prototype;

  function Response(this: ServerResponse, ...args: ConstructorParameters<typeof ServerResponse>): void {
    ServerResponse.apply(this, args);
  }
  Response.prototype = app.response ?? ServerResponse.prototype;

  function guard(handle: RequestListener): RequestListener {
    return (request, response) => {
      // A pipelined request, in a version of Node that continues parsing.
      if (response.socket === null) return;
      lastResponse.set(request.socket, response);
      if (!hasSingleHeaders(request)) return refuseSocket(request.socket, new Refusal('bad_request'));
      handle(request, response);
    };
  }

  /** For requests that do not reach the app. */
  function refuseSocket(socket: Socket, refusal: Refusal): void {
    const last = lastResponse.get(socket);
    const isAmidAnswer = last?.headersSent === true && !last.writableFinished;
    if (socket.writable && !isAmidAnswer) {
      log.info({ code: refusal.code }, 'request refused');
      const { headers, body } = formatProblem(refusal);
      const all = { ...site.headers, ...headers, Connection: 'close', Date: new Date().toUTCString() };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
    }
    socket.destroySoon();
  }

  const server = createServer(
    {
      IncomingMessage: Request as unknown as typeof IncomingMessage,
      ServerResponse: Response as unknown as typeof ServerResponse,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Node answers that with a bare status; hasSingleHeaders checks it instead.
      requireHostHeader: false,
    },
    guard(app),
  );
  server.timeout = stalledTimeoutMs;
  server.maxConnections = maxConnections;
  // An Expect that Node does not know may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', guard(app));
  // On TCP a Duplex is a Socket.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseSocket(socket as Socket, new Refusal(PARSER_REFUSALS[error.code ?? ''] ?? 'bad_request', { cause: error })),
  );
  return server;
}

/** HTTP/1.1 has exactly one Host (RFC 9112, 3.2). Node keeps the first of two; a proxy may have read the other. */
function hasSingleHeaders({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const count = (wanted: string) =>
    // The length first: this runs for every header of every request.
    rawHeaders.filter((name, at) => at % 2 === 0 && name.length === wanted.length && name.toLowerCase() === wanted)
      .length;
  const hosts = count('host');
  return count('content-type') <= 1 && (hosts === 1 || (hosts === 0 && httpVersion === '1.0'));
}
