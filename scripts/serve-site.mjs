import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Serves a built site as any static host does, with the headers the build asks for: for looking at it and measuring it, without a database.
 *
 * @param {string} dir the build output
 * @returns {Promise<{ origin: string, close: () => void }>}
 */
export async function serveSite(dir) {
  const root = resolve(dir);
  /** @type {import('../client/build/security-headers.ts').SecurityHeaders} */
  const { headers } = JSON.parse(readFileSync(join(root, 'security-headers.json'), 'utf8'));

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const wanted = join(root, extname(pathname) ? pathname : `${pathname}.html`);
    const isThere = wanted.startsWith(root + sep) && existsSync(wanted);
    const file = isThere ? wanted : join(root, '404.html');
    const isCompressed = existsSync(`${file}.br`);
    response.writeHead(isThere ? 200 : 404, {
      ...headers,
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(isCompressed ? { 'Content-Encoding': 'br' } : {}),
    });
    response.end(readFileSync(isCompressed ? `${file}.br` : file));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
