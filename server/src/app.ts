import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import express from 'express';
import { pinoHttp } from 'pino-http';
import type { Env } from './env.ts';
import { createErrorHandler } from './http/error-handler.ts';
import { createHealthRoutes } from './http/health-routes.ts';
import { readSiteHeaders, setSecurityHeaders } from './http/security-headers.ts';
import { createStaticSite } from './http/static-site.ts';
import type { Logger } from './log.ts';
import { createFormRefusal } from './messages/form-answers.ts';
import { createJsonPost } from './messages/json-post.ts';
import { createMessageIntake, type MessageIntakeDeps } from './messages/message-intake.ts';
import { createMessageRoutes } from './messages/message-routes.ts';

/** What the app works with; a test hands in its own. */
export interface AppDeps extends Pick<Env, 'siteDir' | 'corsOrigins' | 'trustProxy'>, MessageIntakeDeps {}

/**
 * Puts the whole HTTP side together: `/save-message`, `/health`, and the site. Listens nowhere and starts nothing.
 *
 * @throws OperatorError where `siteDir` holds no built site
 */
export function createApp(deps: AppDeps): RequestListener {
  const { messages, log, siteDir, corsOrigins, trustProxy, answerTimeoutMs } = deps;
  const siteHeaders = readSiteHeaders(siteDir);
  const takeMessage = createMessageIntake(deps);
  const errors = new WeakMap<object, unknown>();
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy);

  app.use(logRequests(log));
  app.use(setSecurityHeaders(siteHeaders));
  app.use(createHealthRoutes(messages, answerTimeoutMs));
  app.use(createMessageRoutes(takeMessage, corsOrigins, (request) => errors.get(request)));
  app.use(createStaticSite(siteDir, siteHeaders));
  app.use(createErrorHandler(log, createFormRefusal(siteDir, siteHeaders)));

  return createJsonPost({
    takeMessage,
    siteHeaders,
    trustProxy,
    log,
    otherwise(request, response, error) {
      if (error !== undefined) errors.set(request, error);
      app(request, response);
    },
  });
}

/** One line for each refused or failed request, and for the others on level debug. No query, header, address or body is in it. */
function logRequests(log: Logger) {
  return pinoHttp({
    logger: log,
    genReqId: () => randomUUID(),
    quietReqLogger: true,
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        id,
        method,
        path: url.split('?')[0],
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
    customLogLevel: (_request, response) => (response.statusCode >= 400 ? 'info' : 'debug'),
  });
}
