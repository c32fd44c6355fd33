import express, { type Express } from 'express';
import type { Env } from './env.ts';
import { createErrorHandler } from './http/error-handler.ts';
import { createHealthRoutes } from './http/health-routes.ts';
import { refuseMethod } from './http/method-not-allowed.ts';
import { allowOrigins, refuseForeignOrigins } from './http/origins.ts';
import { readBody } from './http/read-body.ts';
import { readSiteHeaders, setSecurityHeaders } from './http/security-headers.ts';
import { createStaticSite } from './http/static-site.ts';
import { createRefusalSender } from './messages/form-answers.ts';
import { createSaveMessage, type SaveMessageDeps } from './messages/save-message.ts';

/** What the app works with; a test hands in its own. */
export interface AppDeps extends Pick<Env, 'siteDir' | 'corsOrigins' | 'trustProxy'>, SaveMessageDeps {
  corsOrigins: string[];
}

/**
 * Puts the whole HTTP side together: `/save-message`, `/health`, and the site. Listens nowhere and starts nothing.
 *
 * @throws OperatorError where `siteDir` holds no built site
 */
export function createApp(deps: AppDeps): Express {
  const { messages, log, siteDir, corsOrigins, trustProxy, answerTimeoutMs } = deps;
  const siteHeaders = readSiteHeaders(siteDir);
  const app = express();
  app.disable('x-powered-by');
  // The site's files have their own; an answer of the API is never asked for twice.
  app.disable('etag');
  app.set('trust proxy', trustProxy);

  app.use(setSecurityHeaders(siteHeaders));
  app
    .route('/save-message')
    .all(allowOrigins(corsOrigins))
    .post(refuseForeignOrigins(corsOrigins), readBody, createSaveMessage(deps))
    .all(refuseMethod('POST, OPTIONS'));
  app.use(createHealthRoutes(messages.ping, answerTimeoutMs));
  app.use(createStaticSite(siteDir, siteHeaders));
  app.use(createErrorHandler(log, createRefusalSender(siteDir, siteHeaders)));
  return app;
}
