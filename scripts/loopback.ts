import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/** Listens on the loopback interface. @param port 0: a free one @returns the port @throws if the port is taken */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  // Only pipes have a string (node:net).
  return (server.address() as AddressInfo).port;
}

/** A port that was free a moment ago: below those of outgoing connections (32768 and more), one of which might take it before its server does. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const probe = createServer();
    const port = randomInt(20_000, 32_768);
    try {
      await listenOnLoopback(probe, port);
    } catch {
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
