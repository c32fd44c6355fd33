import { Router } from 'express';
import { withTimeout } from './deadline.ts';
import { refuseMethod } from './problem.ts';

/** `GET /health/live`: the process runs. `GET /health`: the database answers too (`ping`), else 503. */
export function createHealthRoutes(ping: () => Promise<void>, answerTimeoutMs: number): Router {
  const router = Router();
  router.get('/health/live', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/health', async (_request, response) => {
    await withTimeout(answerTimeoutMs, ping());
    response.set('Cache-Control', 'no-store').json({ status: 'ok', database: 'ok' });
  });
  router.all(['/health/live', '/health'], () => {
    throw refuseMethod('GET, HEAD');
  });
  return router;
}
