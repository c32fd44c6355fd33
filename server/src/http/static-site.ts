import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { OperatorError } from '../operator-error.ts';
import { refuseMethod } from './method-not-allowed.ts';
import { Refusal } from './problem.ts';
import type { SiteHeaders } from './security-headers.ts';

/** Where a visitor of the bare address belongs (product.md, section 2). */
const HOME = '/inicio';
const ENTRANCES = new Set(['/', '/index.html']);

/** For other hosts or for this server itself: nothing a visitor asks for. */
const NOT_SERVED = new Set(['/_headers', '/_redirects', '/security-headers.json', '/mensagem-recusada.html']);

/** Vite names these files after their content: what stands under such a name never changes. */
const HASHED_FILES = '/assets/';
const ONE_YEAR_S = 31_536_000;

/** Compressed copies that the build puts beside a file, best first. */
const ENCODINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

interface SiteFile {
  /** What a page sends in place of the headers of every answer. */
  headers: Record<string, string>;
  /** File name ending, from which the media type follows. */
  type: string;
  cacheControl: string;
  /** Strong, of the file as it is; each encoding has its own, made from this one (RFC 9110, 8.8.3.3). */
  hash: string;
  body: Buffer;
  /** The body in other encodings, best first. */
  compressed: Map<string, Buffer>;
}

/**
 * Serves the prerendered site: `/projetos` from `projetos.html`, with the compressed copy the browser takes, and the site's own 404
 * page for what is not there. The site is small and is read once, so that a build going on beside it can break nothing.
 *
 * @param siteDir the client's build output
 * @throws OperatorError where there is no built site
 */
export function createStaticSite(siteDir: string, siteHeaders: SiteHeaders): Router {
  const files = readSite(siteDir, siteHeaders);
  const notFound = files.get('/404');
  if (notFound === undefined) {
    throw new OperatorError(`There is no built site in ${siteDir}. Run "npm run build" first, or set SITE_DIR.`);
  }

  const router = Router();
  router.use((request, response, next) => {
    const canonical = canonicalPath(files, request.path);
    const file = findFile(files, request.path);
    const isEntrance = ENTRANCES.has(request.path);
    if (!isEntrance && canonical === null && file === undefined) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuseMethod('GET, HEAD')(request, response, next);
    if (isEntrance) return response.redirect(302, HOME);
    if (canonical !== null) {
      // Not by the path's length: the target may be a whole URL (RFC 9112, 3.2.2).
      const query = request.url.indexOf('?');
      return response.redirect(301, canonical + (query === -1 ? '' : request.url.slice(query)));
    }
    if (file !== undefined) sendFile(file, request, response);
  });
  router.use((request, response) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || request.accepts(['html', 'json']) !== 'html') throw new Refusal('not_found');
    response.status(404);
    sendFile(notFound, request, response);
  });
  return router;
}

function readSite(siteDir: string, siteHeaders: SiteHeaders): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>();
  for (const path of listFiles(siteDir)) {
    if (ENCODINGS.some(({ suffix }) => path.endsWith(suffix))) continue;
    const url = `/${relative(siteDir, path).split(sep).join('/')}`;
    if (NOT_SERVED.has(url)) continue;
    const body = readFileSync(path);
    const compressed = new Map<string, Buffer>();
    for (const { encoding, suffix } of ENCODINGS) {
      const copy = readIfPresent(path + suffix);
      if (copy !== null) compressed.set(encoding, copy);
    }
    const address = url.replace(/\.html$/, '');
    files.set(address, {
      headers: siteHeaders.pages[address] ?? {},
      type: extname(path),
      cacheControl: url.startsWith(HASHED_FILES) ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache',
      hash: createHash('sha256').update(body).digest('base64url'),
      body,
      compressed,
    });
  }
  return files;
}

function listFiles(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return []; // no folder, no site: createStaticSite says so
  }
}

function readIfPresent(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function findFile(files: Map<string, SiteFile>, path: string): SiteFile | undefined {
  try {
    return files.get(decodeURI(path));
  } catch {
    return undefined; // not decodable, so no file's name
  }
}

/** The one address of a page that was asked for as `/projetos.html` or `/projetos/`; null for any other path. */
function canonicalPath(files: Map<string, SiteFile>, path: string): string | null {
  const name = path.replace(/(\.html|\/)$/, '');
  return name !== path && name !== '' && findFile(files, name)?.type === '.html' ? name : null;
}

function sendFile(
  file: SiteFile,
  request: Parameters<RequestHandler>[0],
  response: Parameters<RequestHandler>[1],
): void {
  const encoding = [...file.compressed.keys()].find((candidate) => request.acceptsEncodings(candidate));
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  // send() answers HEAD, and 304 where the browser's copy is still this one.
  response
    .set({
      ...file.headers,
      Vary: 'Accept-Encoding',
      'Cache-Control': file.cacheControl,
      ETag: `"${file.hash}-${encoding ?? 'identity'}"`,
    })
    .type(file.type)
    .send(file.compressed.get(encoding ?? '') ?? file.body);
}
