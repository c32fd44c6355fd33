import { connect, createServer } from 'node:net';

/** The cheapest balancer there is: hands each connection to the next of the ports in PORTS, and reads nothing of what passes. */
const ports = String(process.env['PORTS']).split(',').map(Number);
let next = 0;

createServer({ noDelay: true }, (client) => {
  const server = connect({ host: '127.0.0.1', port: ports[next % ports.length] ?? 0, noDelay: true });
  next += 1;
  client.pipe(server).pipe(client);
  for (const [one, other] of [
    [client, server],
    [server, client],
  ]) {
    one?.on('error', () => other?.destroy());
  }
}).listen(Number(process.env['PORT']), '127.0.0.1');
