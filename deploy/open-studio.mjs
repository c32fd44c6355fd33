import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import { STUDIO_VIEW } from '../prisma/studio-view.mjs';

/**
 * Prisma Studio in a container. It listens on 127.0.0.1 only, so port 5556 proxies to it; docker-compose.yml publishes
 * that port on the machine's own 127.0.0.1. Its start page redirects to the messages.
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
    // With a query, which Studio ignores: a redirect to the same address would not end.
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
  // If Studio is not up yet, or the browser leaves, only this request ends.
  outgoing.on('error', () => answer.destroy());
  answer.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}).listen(OPEN_PORT, '0.0.0.0');

/**
 * Studio answers only its own page, which it recognises by its own port. STUDIO_PORT may differ, so it is checked here:
 * the host must be this machine's (DNS rebinding), and the page must be of the same address.
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
function isFromOwnPage({ host = '', origin }) {
  return /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host) && (origin === undefined || origin === `http://${host}`);
}
