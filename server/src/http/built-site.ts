import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';
import { OperatorError } from '../operator-error.ts';

/** The prerendered page for a refused form; the server fills in its marks. */
export const REFUSED_PAGE = '/mensagem-recusada';

export const NOT_FOUND_PAGE = '/404';

export interface BuiltSite {
  /** By path, such as `/projetos.html`. */
  files: Map<string, Buffer>;
  /** For every answer; these three are written by the client's build (client/build/security-headers.ts). */
  headers: Record<string, string>;
  /** Added if the request came over https. */
  httpsHeaders: Record<string, string>;
  /** The path under which a static host has the site; empty: none. */
  base?: string;
}

/**
 * Reads the client's build into memory, so that the next build does not break the running server.
 * @throws OperatorError if there is no built site
 */
export function readBuiltSite(siteDir: string): BuiltSite {
  const files = new Map<string, Buffer>();
  try {
    for (const entry of readdirSync(siteDir, { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) files.set(`/${relative(siteDir, path).split(sep).join('/')}`, readFileSync(path));
    }
    // The build writes this file last.
    const site: BuiltSite = { files, ...JSON.parse(String(files.get('/security-headers.json'))) };
    if (!site.base) return site;
    throw new OperatorError(
      `The site in ${siteDir} was built for a static host, under ${site.base} (SITE_URL). For this server build it without that path, as npm start does.`,
    );
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`There is no built site in ${siteDir}. Run "npm run build" first, or set SITE_DIR.`, {
      cause,
    });
  }
}

/** Sets the headers of every answer, refusals included. */
export function setSecurityHeaders({ headers, httpsHeaders }: BuiltSite): RequestHandler {
  const overHttp = new Map(Object.entries(headers));
  const overTls = new Map(Object.entries({ ...headers, ...httpsHeaders }));
  return (request, response, next) => {
    // Behind a proxy this depends on TRUST_PROXY.
    response.setHeaders(request.secure ? overTls : overHttp);
    next();
  };
}
