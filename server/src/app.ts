import express, { type Express } from 'express';
import type { Env } from './env.ts';
import { type BuiltSite, setSecurityHeaders } from './http/built-site.ts';
import { withTimeout } from './http/deadline.ts';
import { guardOrigins } from './http/origins.ts';
import { createErrorHandler, refuseMethod } from './http/problem.ts';
import { readBody } from './http/read-body.ts';
import { createStaticSite } from './http/static-site.ts';
import { createRefusalSender } from './messages/form-answers.ts';
import { createSaveMessage, type SaveMessageDeps } from './messages/save-message.ts';

export interface AppDeps extends Pick<Env, 'trustProxy'>, SaveMessageDeps {
  site: BuiltSite;
}

/** Builds the Express app: `/save-message`, `/health` and the site. It does not listen. */
export function createApp(deps: AppDeps): Express {
  const { messages, log, site, corsOrigins, trustProxy, answerTimeoutMs } = deps;
  const app = express();
  app.disable('x-powered-by');
  // The site's files set their own; answers of the API are never cached.
  app.disable('etag');
  app.set('trust proxy', trustProxy);

  app.use(setSecurityHeaders(site));
  app
    .route('/save-message')
    .all(guardOrigins(corsOrigins, log))
    .post(readBody, createSaveMessage(deps))
    .all(() => {
      throw refuseMethod('POST, OPTIONS');
    });
  app.get('/health/live', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  app.get('/health', async (_request, response) => {
    await withTimeout(answerTimeoutMs, messages.ping());
    response.set('Cache-Control', 'no-store').json({ status: 'ok', database: 'ok' });
  });
  app.all(['/health/live', '/health'], () => {
    throw refuseMethod('GET, HEAD');
  });
  app.use(createStaticSite(site));
  app.use(createErrorHandler(log, createRefusalSender(site)));
  return app;
}
