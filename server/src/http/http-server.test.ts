import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createHttpServer } from './http-server.ts';

/** An update of Express may undo this: docs/decisions/node-makes-requests-with-express-prototypes.md. */
it('requests and responses have their prototypes of Express from the start, so that Express changes nothing', async () => {
  const app = express();
  app.post('/', (request, response) => void response.json(request.path));
  const server = createHttpServer(app, { headers: {} }, pino({ level: 'silent' }));
  let made: [IncomingMessage, ServerResponse] | undefined;
  let before: unknown[] = [];
  server.prependListener('request', (...pair) => {
    made = pair;
    before = pair.map((object) => Object.getPrototypeOf(object));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());

  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { method: 'POST' });
  expect(await answer.json()).toBe('/');
  expect(made).toBeDefined();
  for (const [index, object] of made?.entries() ?? []) expect(Object.getPrototypeOf(object)).toBe(before[index]);
});
