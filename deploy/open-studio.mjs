import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import { STUDIO_VIEW } from '../prisma/studio-view.mjs';

/**
 * Prisma Studio in a container. It listens on 127.0.0.1 and takes no other address, which nobody outside the container reaches: so what
 * comes to port 5556 is passed on to it. docker-compose.yml publishes that port on the machine's own 127.0.0.1 alone. Its start page leads on
 * to the messages.
 */
const STUDIO_PORT = 5555;
const OPEN_PORT = 5556;

const guard = ['--import', './prisma/studio-guard.mjs'];
const prisma = ['node_modules/prisma/build/index.js', 'studio', '--port', `${STUDIO_PORT}`, '--browser', 'none'];
spawn(process.execPath, [...guard, ...prisma], { stdio: 'inherit' }).once('exit', (code) => process.exit(code ?? 1));

createServer((incoming, answer) => {
  if (!isFromOwnPage(incoming.headers)) {
    answer.writeHead(403).end();
    return;
  }
  if (incoming.url === '/') {
    // With a query, to which Studio pays no heed: the same address again would lead in a circle.
    answer.writeHead(302, { Location: `/?messages${STUDIO_VIEW}` }).end();
    return;
  }
  const { method, url, headers } = incoming;
  const own = `localhost:${STUDIO_PORT}`;
  const outgoing = request(
    {
      host: '127.0.0.1',
      port: STUDIO_PORT,
      method,
      path: url,
      headers: { ...headers, host: own, ...(headers.origin ? { origin: `http://${own}` } : {}) },
    },
    (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    },
  );
  // A Studio that is not up yet, or a browser that leaves, ends this request and nothing else.
  outgoing.on('error', () => answer.destroy());
  answer.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}).listen(OPEN_PORT, '0.0.0.0');

/**
 * Studio answers no page but its own, which it knows by its own port. STUDIO_PORT may be another, so that is looked at here: the name must be
 * this machine's own (a stranger's name may be made to lead here), and the page one of that very address.
 *
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
function isFromOwnPage({ host = '', origin }) {
  return /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host) && (origin === undefined || origin === `http://${host}`);
}
