import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** `lost`: gone before it has taken the message; `killed`: all its connections close, nobody listens for a moment. */
export type Fate = 'take' | 'refuse' | 'hang' | 'lost' | 'killed';

const AWAY_MS = 100;

interface Receiver {
  url: string;
  /** What it has taken, in order: mails as they came, or bodies of requests. */
  taken: string[];
  tries(): number;
}

export async function startMailServer(fateOf: () => Fate = () => 'take'): Promise<Receiver> {
  const taken: string[] = [];
  let tries = 0;
  let port = 0;
  let server = await open();

  async function open(): Promise<SMTPServer> {
    const opened = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData(stream, _session, answer) {
        tries += 1;
        const fate = fateOf();
        if (fate === 'lost') return void destroyAll(sockets, 1);
        if (fate === 'killed') return void kill();
        void text(stream).then((mail) => {
          if (fate === 'hang') return;
          if (fate === 'refuse') return answer(Object.assign(new Error('try later'), { responseCode: 451 }));
          taken.push(mail);
          answer();
        }, answer);
      },
    });
    opened.on('error', () => {}); // connections that were destroyed
    const sockets = trackSockets(opened.server);
    function kill() {
      if (!opened.server.listening) return;
      opened.server.close();
      destroyAll(sockets);
      setTimeout(async () => {
        server = await open();
      }, AWAY_MS);
    }
    opened.listen(port, '127.0.0.1');
    await once(opened.server, 'listening');
    port = (opened.server.address() as AddressInfo).port;
    onTestFinished(() => {
      opened.server.close();
      destroyAll(sockets);
    });
    return opened;
  }

  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, taken, tries: () => tries };
}

export async function startWebhook(
  fateOf: () => Fate | Promise<Fate> = () => 'take',
): Promise<Receiver & { paths: string[] }> {
  const taken: string[] = [];
  const paths: string[] = [];
  let tries = 0;
  let port = 0;
  await open();

  async function open(): Promise<void> {
    const server = createServer(async (request, response) => {
      tries += 1;
      const fate = await fateOf();
      if (fate === 'hang') return;
      if (fate === 'lost') return void request.socket.destroy();
      if (fate === 'killed') {
        if (server.listening) setTimeout(open, AWAY_MS);
        server.close();
        return destroyAll(sockets);
      }
      const body = await text(request).catch(() => undefined);
      if (body === undefined) return;
      if (fate === 'take') {
        taken.push(body);
        paths.push(request.url ?? '');
      }
      response.writeHead(fate === 'take' ? 204 : 429).end();
    });
    const sockets = trackSockets(server);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    onTestFinished(() => {
      server.close();
      destroyAll(sockets);
    });
  }

  return { url: `http://127.0.0.1:${port}/sino`, taken, paths, tries: () => tries };
}

function trackSockets(server: { on(event: 'connection', listener: (socket: Socket) => void): unknown }): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function destroyAll(sockets: Set<Socket>, most = Number.POSITIVE_INFINITY): void {
  for (const socket of [...sockets].slice(0, most)) socket.destroy();
}

/** Fates drawn from a seed (mulberry32): most are well. */
export function drawFates(seed: number): () => Fate {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    const drawn = ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    if (drawn < 0.1) return 'refuse';
    if (drawn < 0.15) return 'lost';
    if (drawn < 0.18) return 'hang';
    return drawn < 0.2 ? 'killed' : 'take';
  };
}
