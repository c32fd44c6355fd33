import cors from 'cors';
import type { RequestHandler } from 'express';
import { Refusal } from './problem.ts';

/** How long a browser may remember a preflight's answer, in seconds. */
const PREFLIGHT_MAX_AGE_S = 7_200;

/**
 * Lets pages hosted elsewhere post, and read every answer, refusals included (CORS).
 *
 * @param allowed exact origins of pages hosted elsewhere
 */
export function allowOrigins(allowed: readonly string[]): RequestHandler {
  const answer = cors({
    origin: [...allowed],
    methods: ['POST'],
    allowedHeaders: ['Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['Retry-After'],
    maxAge: PREFLIGHT_MAX_AGE_S,
  });
  return (request, response, next) => {
    // A program that is no browser names no origin, and reads what it likes.
    if (request.headers.origin === undefined && request.method !== 'OPTIONS') return next();
    answer(request, response, next);
  };
}

/**
 * Refuses a post that a page of another site made a visitor's browser send (ASVS 5.0, 3.5.1), as browsers name the page's origin.
 *
 * The page is ours when its host and port are those the request was sent to, and its scheme is https where a trusted proxy says that the request came by
 * it. A request that seems to have come by http says nothing of the page's scheme, because a proxy that ends TLS hides it. Programs that are no browser send no Origin, and are let through.
 *
 * @param allowed exact origins of pages hosted elsewhere
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
