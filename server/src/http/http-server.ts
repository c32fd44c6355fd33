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
import type { Logger } from '../log.ts';
import type { BuiltSite } from './built-site.ts';
import { formatProblem, type ProblemCode, Refusal, refuseMethod, sendProblem } from './problem.ts';

/** A visitor's phone may be slow, but nobody needs longer than this to say a message (slow-loris). In milliseconds. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
const TIMEOUT_CHECK_MS = 1_000;

/** A connection on which nothing moves for so long, though there is a request or an answer on its way, is closed. In milliseconds. */
const STALLED_TIMEOUT_MS = 20_000;

/** Several times what a proxy or a crowd behind one address opens; each costs some 20 kB, and up to the size of a body while that arrives. */
const MAX_CONNECTIONS = 4_000;

/** What Node's parser and its timers report, and what is answered (RFC 9110, 15.5; RFC 6585, 5); everything else is a 400. */
const PARSER_REFUSALS: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

interface HttpServerDeps {
  site: Pick<BuiltSite, 'headers'>;
  log: Logger;
  /** Both for tests. */
  stalledTimeoutMs?: number;
  maxConnections?: number;
}

/**
 * Node's HTTP server with this service's limits on connections. What is refused before the app sees it is answered as the app answers: a problem
 * document with the security headers.
 *
 * A connection has one request at a time. One that sends a second before the first is answered (pipelining, RFC 9112, 9.3.2) is closed, and its client
 * sends that again on another: Node would parse and start all that arrive, and keep their answers in memory until their turn comes. No browser and no
 * proxy pipelines.
 *
 * @param app an Express app gets requests and responses that have its prototypes from the start
 *   (docs/decisions/node-makes-requests-with-express-prototypes.md)
 */
export function createHttpServer(
  app: RequestListener & Partial<Pick<Express, 'request' | 'response'>>,
  { site, log, stalledTimeoutMs = STALLED_TIMEOUT_MS, maxConnections = MAX_CONNECTIONS }: HttpServerDeps,
): Server {
  /** Of each connection the response that was begun last. It has the socket until its last byte is written. */
  const lastResponse = new WeakMap<Socket, ServerResponse>();

  // Constructors as Node's own are, as the prototype of a class cannot be another one.
  /**
   * Closes the connection of a pipelined request, and says of that request that it leaves HTTP: then Node parses nothing behind it. Without that, which
   * is not documented, Node would first parse all that it has read, up to 64 kB of requests.
   */
  function Request(this: IncomingMessage, socket: Socket): void {
    IncomingMessage.call(this, socket);
    if (!lastResponse.get(socket)?.socket) return;
    Object.defineProperty(this, 'upgrade', { get: () => true, set() {} });
    process.nextTick(() => socket.destroy());
  }
  Request.prototype = app.request ?? IncomingMessage.prototype;

  function Response(this: ServerResponse, ...args: ConstructorParameters<typeof ServerResponse>): void {
    ServerResponse.apply(this, args);
  }
  Response.prototype = app.response ?? ServerResponse.prototype;

  /** Gives `handle` each request that is not pipelined and that says to whom it goes. */
  function guard(handle: RequestListener): RequestListener {
    return (request, response) => {
      // Queued behind another response: a pipelined request, in a version of Node that parses on.
      if (response.socket === null) return;
      lastResponse.set(request.socket, response);
      if (!hasSingleHeaders(request)) return refuse(response, 'bad_request');
      handle(request, response);
    };
  }

  function refuse(response: ServerResponse, code: ProblemCode): void {
    log.info({ code }, 'request refused');
    sendProblem(response, new Refusal(code, { headers: { ...site.headers, Connection: 'close' } }));
  }

  /** Answers where Node made no response, and closes the connection. */
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
      // Node's own check answers with nothing but a status; hasSingleHeaders makes it.
      requireHostHeader: false,
    },
    guard(app),
  );
  server.timeout = stalledTimeoutMs;
  server.maxConnections = maxConnections;
  server.on(
    'checkExpectation',
    guard((_request, response) => refuse(response, 'expectation_failed')),
  );
  // It listens on TCP, so a Duplex is a Socket.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseSocket(socket as Socket, new Refusal(PARSER_REFUSALS[error.code ?? ''] ?? 'bad_request', { cause: error })),
  );
  server.on('connect', (_request, socket) => {
    // Node has let go of this socket, and of its errors.
    socket.on('error', () => {});
    refuseSocket(socket as Socket, refuseMethod('GET, HEAD, POST'));
  });
  return server;
}

/** HTTP/1.1 has exactly one Host (RFC 9112, 3.2). Node keeps the first of two, and of two Content-Types, and a proxy may have read the other. */
function hasSingleHeaders({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const count = (wanted: string) =>
    // By length first: this is done for every header of every request.
    rawHeaders.filter((name, at) => at % 2 === 0 && name.length === wanted.length && name.toLowerCase() === wanted)
      .length;
  const hosts = count('host');
  return count('content-type') <= 1 && (hosts === 1 || (hosts === 0 && httpVersion === '1.0'));
}
