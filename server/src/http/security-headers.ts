import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import * as z from 'zod/mini';
import { OperatorError } from '../operator-error.ts';

const headers = z.record(z.string(), z.string());

/** What the client's build writes: the one source of these headers for every host (client/security-headers.ts). */
const siteHeadersSchema = z.object({
  /** For every answer. */
  headers,
  /** For every answer to a request that came by https. */
  httpsHeaders: headers,
  /** What a page has instead, by its address. */
  pages: z.record(z.string(), headers),
});

export type SiteHeaders = z.infer<typeof siteHeadersSchema>;

/**
 * @param siteDir the client's build output
 * @throws OperatorError where there is no built site
 */
export function readSiteHeaders(siteDir: string): SiteHeaders {
  try {
    return siteHeadersSchema.parse(JSON.parse(readFileSync(join(siteDir, 'security-headers.json'), 'utf8')));
  } catch (cause) {
    throw new OperatorError(`There is no built site in ${siteDir}. Run "npm run build" first, or set SITE_DIR.`, {
      cause,
    });
  }
}

/** Sets the headers of every answer, refusals included; a page then sets its own over them. */
export function setSecurityHeaders({ headers, httpsHeaders }: SiteHeaders): RequestHandler {
  const overHttp = new Map(Object.entries(headers));
  const overTls = new Map(Object.entries({ ...headers, ...httpsHeaders }));
  return (request, response, next) => {
    // Behind a proxy only TRUST_PROXY tells by which of the two it came.
    response.setHeaders(request.secure ? overTls : overHttp);
    next();
  };
}
