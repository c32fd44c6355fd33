import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { Refusal } from './problem.ts';

const PREFLIGHT_MAX_AGE_S = 7_200;

const LOGGED_EVERY_MS = 60_000;
/** Invented origins must not fill the log. */
const MOST_LOGGED = 20;

/** Logs refused origins, each once a minute at most, with the setting that would allow it: it may be the owner's site. */
export function createOriginLog(log: Logger): (origin: string) => void {
  const logged = new Map<string, number>();
  return (origin) => {
    if (!URL.canParse(origin) || origin.length > 300) return;
    const now = Date.now();
    for (const [known, since] of logged) if (now - since >= LOGGED_EVERY_MS) logged.delete(known);
    if (logged.has(origin) || logged.size >= MOST_LOGGED) return;
    logged.set(origin, now);
    log.warn({ origin }, `a page of ${origin} may not post; if it is your site, add that origin to CORS_ORIGINS`);
  };
}

/** CORS: pages of the exact origins in `allowed` may post and read every answer, refusals included. */
export function allowOrigins(allowed: readonly string[], logRefused: (origin: string) => void): RequestHandler {
  const answer = cors({
    origin: [...allowed],
    methods: ['POST'],
    allowedHeaders: ['Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['Retry-After'],
    maxAge: PREFLIGHT_MAX_AGE_S,
  });
  return (request, response, next) => {
    // No browser, so CORS does not apply.
    const { origin } = request.headers;
    if (origin === undefined && request.method !== 'OPTIONS') return next();
    // A browser asks before it posts JSON, and then does not post.
    if (origin !== undefined && request.method === 'OPTIONS' && !allowed.includes(origin)) logRefused(origin);
    answer(request, response, next);
  };
}

/**
 * Refuses a post from a page of another site (ASVS 5.0, 3.5.1). Pages of the exact origins in `allowed` pass. A page
 * with the host and port of the request passes, but only with https where the request came over https. (A request over
 * http says nothing of the page's scheme: a proxy may end TLS.) Programs that are no browser send no Origin, and pass.
 */
export function refuseForeignOrigins(allowed: readonly string[], logRefused: (origin: string) => void): RequestHandler {
  return (request, _response, next) => {
    const { origin } = request.headers;
    if (origin === undefined || allowed.includes(origin)) return next();
    const isOurs = (page: URL) => page.host === request.host && (page.protocol === 'https:' || !request.secure);
    if (URL.canParse(origin) && isOurs(new URL(origin))) return next();
    logRefused(origin);
    throw new Refusal('foreign_origin');
  };
}
