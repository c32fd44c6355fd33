import cors from 'cors';
import type { RequestHandler } from 'express';
import { Refusal } from './problem.ts';

const PREFLIGHT_MAX_AGE_S = 7_200;

/** CORS: pages of the exact origins in `allowed` may post and read every answer, refusals included. */
export function allowOrigins(allowed: readonly string[]): RequestHandler {
  const answer = cors({
    origin: [...allowed],
    methods: ['POST'],
    allowedHeaders: ['Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['Retry-After'],
    maxAge: PREFLIGHT_MAX_AGE_S,
  });
  return (request, response, next) => {
    // No browser, so CORS does not apply.
    if (request.headers.origin === undefined && request.method !== 'OPTIONS') return next();
    answer(request, response, next);
  };
}

/**
 * Refuses a post from a page of another site (ASVS 5.0, 3.5.1). Pages of the exact origins in `allowed` pass. A page
 * with the host and port of the request passes, but only with https where the request came over https. (A request over
 * http says nothing of the page's scheme: a proxy may end TLS.) Programs that are no browser send no Origin, and pass.
 */
export function refuseForeignOrigins(allowed: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    const { origin } = request.headers;
    if (origin === undefined || allowed.includes(origin)) return next();
    const isOurs = (page: URL) => page.host === request.host && (page.protocol === 'https:' || !request.secure);
    if (!URL.canParse(origin) || !isOurs(new URL(origin))) throw new Refusal('foreign_origin');
    next();
  };
}
