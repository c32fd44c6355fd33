/**
 * A plain HTTP proxy in front of the site, which hands everything on untouched until it is told to get in the way of the messages.
 * Pages and their files always pass, so a test sees a whole site whose messages meet with an accident.
 */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestUpstream,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { LOOPBACK, listenOnLoopback } from '../scripts/loopback.ts';

/**
 * What happens to a message on its way: `answer` never reaches the server, and this comes back; `refuse` no connection is accepted at
 * all, for pages neither; `drop-before` the connection breaks before the server has got it; `drop-after` the server has answered, and
 * nobody hears it; `hang` it is taken and never answered; `duplicate` the server gets it twice.
 */
export type Fault =
  | { kind: 'answer'; status: number; headers?: OutgoingHttpHeaders; body?: string }
  | { kind: 'refuse' }
  | { kind: 'drop-before' }
  | { kind: 'drop-after' }
  | { kind: 'hang' }
  | { kind: 'duplicate' };

export interface SeenMessage {
  /** Milliseconds since the epoch, by the clock of the test's own process. */
  arrivedAt: number;
  headers: IncomingMessage['headers'];
  body: string;
  /** The server's own status, whether or not the sender got to hear it; null while there is none. */
  answer: number | null;
}

export interface FaultProxy {
  /** Where the browser finds the site, such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /**
   * Every `POST /save-message` with this address that reached the proxy, in order of arrival. Asked by address, because a browser may
   * still be sending, or sending again, what the page of an earlier test left behind.
   */
  messagesFrom(email: string): SeenMessage[];
  /** Does this to every message from now on. */
  inject(fault: Fault): Promise<void>;
  /** Hands everything on again. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a proxy on a free port of the loopback interface.
 *
 * @param upstreamPort the loopback port where the real server listens, or will listen
 */
export async function startFaultProxy(upstreamPort: number): Promise<FaultProxy> {
  let fault: Fault | null = null;
  const messages: SeenMessage[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/save-message') {
      return handOn(await openUpstream(request, null), request, response);
    }

    const arrivedAt = Date.now();
    const body = await buffer(request);
    const message: SeenMessage = { arrivedAt, headers: request.headers, body: body.toString(), answer: null };
    messages.push(message);
    const ask = async () => {
      const answer = await openUpstream(request, body);
      message.answer = answer.statusCode ?? null;
      return answer;
    };
    switch (fault?.kind) {
      case undefined:
        return handOn(await ask(), request, response);
      case 'answer':
        return void response.writeHead(fault.status, fault.headers).end(fault.body);
      case 'refuse': // was on its way when the door closed
      case 'drop-before':
        return void request.socket.destroy();
      case 'drop-after':
        await buffer(await ask());
        return void request.socket.destroy();
      case 'hang':
        return;
      case 'duplicate':
        await buffer(await ask());
        return handOn(await ask(), request, response);
    }
  }

  /** Sends the request to the server and gives the answer's head; its body must still be read. */
  function openUpstream(request: IncomingMessage, body: Buffer | null): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { method, url: path, headers } = request;
      const upstream = requestUpstream({ host: LOOPBACK, port: upstreamPort, method, path, headers, agent: false });
      upstream.once('response', resolve).once('error', reject);
      if (body === null) request.pipe(upstream);
      else upstream.end(body);
    });
  }

  function handOn(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    // An answer that breaks off half-way breaks off here too.
    answer.pipe(response).once('error', () => request.socket.destroy());
    answer.once('error', () => request.socket.destroy());
  }

  const proxy = createServer((request, response) => {
    // No server behind the proxy looks like no server at all: the connection ends without an answer.
    handle(request, response).catch(() => request.socket.destroy());
  });
  const port = await listenOnLoopback(proxy);

  function stopListening(): Promise<void> {
    return new Promise((resolve) => {
      proxy.close(() => resolve());
      proxy.closeAllConnections();
    });
  }

  return {
    origin: `http://${LOOPBACK}:${port}`,
    messagesFrom: (email) =>
      messages.filter(({ body }) => body.includes(email) || body.includes(encodeURIComponent(email))),
    async inject(next) {
      fault = next;
      if (next.kind === 'refuse') await stopListening();
      else if (!proxy.listening) await listenOnLoopback(proxy, port);
    },
    async reset() {
      fault = null;
      // A request that still hangs would keep the next test's connection pool waiting.
      proxy.closeAllConnections();
      if (!proxy.listening) await listenOnLoopback(proxy, port);
    },
    close: stopListening,
  };
}
