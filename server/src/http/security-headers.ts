import type { RequestHandler } from 'express';
import type { BuiltSite } from './built-site.ts';

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
