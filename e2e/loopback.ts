import { once } from 'node:events';
import type { Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/**
 * Makes a server listen on the loopback interface.
 *
 * @param port 0 lets the system choose a free one
 * @returns the port it listens on
 * @throws the system's error when the port is taken
 */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has an address with a port.');
  return address.port;
}
