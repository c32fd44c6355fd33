import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { type BuiltSite, NOT_FOUND_PAGE, REFUSED_PAGE } from './built-site.ts';
import { Refusal, refuseMethod } from './problem.ts';

/** Where `/` leads (product.md, section 2). */
const HOME = '/inicio';
const ENTRANCES = new Set(['/', '/index.html']);

/** Files for other hosts, or for this server itself. */
const NOT_SERVED = new Set([
  '/_headers',
  '/_redirects',
  '/headers.caddy',
  '/security-headers.json',
  `${REFUSED_PAGE}.html`,
]);

/** Vite puts a hash of the content into these names: such a file never changes. */
const HASHED_FILES = '/assets/';
const ONE_YEAR_S = 31_536_000;

/** Compressed copies that the build makes of a file, best first. */
const ENCODINGS = Object.entries({ br: '.br', gzip: '.gz' });

interface SiteFile {
  type: string;
  cacheControl: string;
  /** Of the uncompressed file; each encoding has its own ETag, made from this (RFC 9110, 8.8.3.3). */
  hash: string;
  body: Buffer;
  compressed: Map<string, Buffer>;
}

/** Serves the prerendered site: `/projetos` from `projetos.html`, compressed where accepted; else its 404 page. */
export function createStaticSite(site: BuiltSite): RequestHandler {
  const files = toSiteFiles(site);
  return (request, response) => {
    const { path } = request;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file = findFile(files, path);
    const canonical = canonicalPath(files, path);
    if (file === undefined && canonical === null && !ENTRANCES.has(path)) {
      const notFound = files.get(NOT_FOUND_PAGE);
      if (!isRead || !notFound || request.accepts(['html', 'json']) !== 'html') throw new Refusal('not_found');
      response.status(404);
      return sendFile(notFound, request, response);
    }
    if (!isRead) throw refuseMethod('GET, HEAD');
    if (ENTRANCES.has(path)) return response.redirect(302, HOME);
    if (file !== undefined) return sendFile(file, request, response);
    // Not by the path's length: the target may be a whole URL (RFC 9112, 3.2.2).
    const query = request.url.indexOf('?');
    response.redirect(301, canonical + (query === -1 ? '' : request.url.slice(query)));
  };
}

/** By address: that of a page is its path without `.html`. */
function toSiteFiles({ files }: BuiltSite): Map<string, SiteFile> {
  const served = new Map<string, SiteFile>();
  for (const [path, body] of files) {
    if (NOT_SERVED.has(path) || ENCODINGS.some(([, suffix]) => path.endsWith(suffix))) continue;
    const copies = ENCODINGS.map(([encoding, suffix]) => [encoding, files.get(path + suffix)] as const);
    served.set(path.replace(/\.html$/, ''), {
      type: extname(path),
      cacheControl: path.startsWith(HASHED_FILES) ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache',
      hash: createHash('sha256').update(body).digest('base64url'),
      body,
      compressed: new Map(copies.filter((copy): copy is [string, Buffer] => copy[1] !== undefined)),
    });
  }
  return served;
}

function findFile(files: Map<string, SiteFile>, path: string): SiteFile | undefined {
  try {
    return files.get(decodeURI(path));
  } catch {
    return undefined; // not decodable, so no file's name
  }
}

/** The one address of a page requested as `/projetos.html` or `/projetos/`; null for any other path. */
function canonicalPath(files: Map<string, SiteFile>, path: string): string | null {
  const name = path.replace(/(\.html|\/)$/, '');
  return name !== path && name !== '' && findFile(files, name)?.type === '.html' ? name : null;
}

function sendFile(file: SiteFile, request: Request, response: Response): void {
  const encoding = [...file.compressed.keys()].find((candidate) => request.acceptsEncodings(candidate));
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  // send() also answers HEAD, and 304 if the browser's copy is current.
  response
    .set({
      Vary: 'Accept-Encoding',
      'Cache-Control': file.cacheControl,
      ETag: `"${file.hash}-${encoding ?? 'identity'}"`,
    })
    .type(file.type)
    .send(file.compressed.get(encoding ?? '') ?? file.body);
}
