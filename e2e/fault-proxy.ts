/**
 * An HTTP proxy in front of the site. It forwards everything unchanged, until a test injects a fault for messages.
 * Pages and their files always pass.
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
 * `answer` never reaches the server; `refuse` accepts no connection, also for pages; `drop-before` and `drop-after`
 * break the connection before the server gets the message, or after it has answered; `duplicate` forwards it twice.
 */
export type Fault =
  | { kind: 'answer'; status: number; headers?: OutgoingHttpHeaders; body?: string }
  | { kind: 'refuse' }
  | { kind: 'drop-before' }
  | { kind: 'drop-after' }
  | { kind: 'hang' }
  | { kind: 'duplicate' };

interface SeenMessage {
  /** Milliseconds since the epoch, by the clock of the test's process. */
  arrivedAt: number;
  headers: IncomingMessage['headers'];
  body: string;
  /** The server's status, whether or not the sender gets it. */
  answer: number | null;
}

export interface FaultProxy {
  readonly origin: string;
  /**
   * Every `POST /save-message` with this address, in order of arrival. By address, because a browser may still send
   * what the page of an earlier test left behind.
   */
  messagesFrom(email: string): SeenMessage[];
  /** For every message from now on. */
  inject(fault: Fault): Promise<void>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** On a free port of the loopback interface. @param upstreamPort where the server listens, or will listen */
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

  /** Gives the head of the server's answer; its body must still be read. */
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
    // An incomplete answer stays incomplete.
    answer.pipe(response).once('error', () => request.socket.destroy());
    answer.once('error', () => request.socket.destroy());
  }

  const proxy = createServer((request, response) => {
    // Without a server the connection ends without an answer.
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
      // A request that still hangs would block the next test's connection pool.
      proxy.closeAllConnections();
      if (!proxy.listening) await listenOnLoopback(proxy, port);
    },
    close: stopListening,
  };
}
