import cors from 'cors';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { Refusal } from './problem.ts';

const PREFLIGHT_MAX_AGE_S = 7_200;

const LOGGED_EVERY_MS = 60_000;
/** Invented origins must not fill the log. */
const MOST_LOGGED = 20;

/** Logs refused origins, each once a minute at most, with the setting that would allow it: it may be the owner's site. */
function createOriginLog(log: Logger): (origin: string) => void {
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

/**
 * Pages of the exact origins in `allowed` may post and read every answer, refusals included (CORS). A post from a page
 * of another site is refused (ASVS 5.0, 3.5.1). Programs that are no browser send no Origin, and pass.
 */
export function guardOrigins(allowed: readonly string[], log: Logger): RequestHandler {
  const logRefused = createOriginLog(log);
  const answer = cors({
    origin: [...allowed],
    methods: ['POST'],
    allowedHeaders: ['Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['Retry-After'],
    maxAge: PREFLIGHT_MAX_AGE_S,
  });
  return (request, response, next) => {
    const { origin } = request.headers;
    if (origin === undefined && request.method !== 'OPTIONS') return next();
    const mayPost = origin === undefined || allowed.includes(origin) || isOurs(origin, request);
    // A browser asks before it posts JSON (OPTIONS), and then does not post.
    if (!mayPost) logRefused(origin);
    const isRefused = !mayPost && request.method === 'POST';
    answer(request, response, () => next(isRefused ? new Refusal('foreign_origin') : undefined));
  };
}

// A request over http says nothing about the page's scheme: a proxy may end TLS.
function isOurs(origin: string, request: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === request.host && (page.protocol === 'https:' || !request.secure);
}
