import request from 'supertest';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildMessage, startTestApp } from './support.ts';

const ELSEWHERE = 'https://ana.example';

describe('a page hosted elsewhere', () => {
  it('that is on the list may post, and may read the answer and Retry-After', async () => {
    const { app } = await startTestApp({ corsOrigins: [ELSEWHERE] });
    const preflight = await request(app).options('/save-message').set({
      Origin: ELSEWHERE,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,idempotency-key',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe(ELSEWHERE);
    expect(preflight.headers['access-control-allow-headers']).toBe('Content-Type,Idempotency-Key');

    const response = await request(app).post('/save-message').set('Origin', ELSEWHERE).send(buildMessage());
    expect(response.status).toBe(201);
    expect(response.headers['access-control-allow-origin']).toBe(ELSEWHERE);
    expect(response.headers['access-control-expose-headers']).toBe('Retry-After');
    expect(response.headers['vary']).toContain('Origin');
  });

  it('can read refusals too', async () => {
    const { app } = await startTestApp({ corsOrigins: [ELSEWHERE] });
    const response = await request(app).post('/save-message').set('Origin', ELSEWHERE).send({});
    expect(response.status).toBe(400);
    expect(response.headers['access-control-allow-origin']).toBe(ELSEWHERE);
  });

  it.each([
    'https://evil.example',
    `${ELSEWHERE}.evil.example`,
    `${ELSEWHERE}:8443`,
    'http://ana.example',
    'null',
    'https://evil-ana.example',
  ])('that is not, such as %s, is refused, and nothing is stored', async (origin) => {
    const { app, database } = await startTestApp({ corsOrigins: [ELSEWHERE] });
    const response = await request(app).post('/save-message').set('Origin', origin).send(buildMessage());
    expect(response.status).toBe(403);
    expect(response.body.code).toBe('foreign_origin');
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(await database.rows()).toEqual([]);
  });

  it('is logged when it is refused, once a minute, with the setting that would allow it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { app, logged } = await startTestApp();
    const post = (origin: string) => request(app).post('/save-message').set('Origin', origin).send(buildMessage());
    const ask = (origin: string) =>
      request(app).options('/save-message').set({ Origin: origin, 'Access-Control-Request-Method': 'POST' });
    const times = (origin: string) => logged().split(`a page of ${origin} may not post`).length - 1;
    await ask(ELSEWHERE);
    await ask(ELSEWHERE);
    await post(ELSEWHERE);
    await post('https://another.example');
    await post('null');
    expect([times(ELSEWHERE), times('https://another.example'), times('null')]).toEqual([1, 1, 0]);
    expect(logged()).toContain('CORS_ORIGINS');
    vi.setSystemTime(Date.now() + 60_000);
    await post(ELSEWHERE);
    expect(times(ELSEWHERE)).toBe(2);
    for (let number = 0; number < 100; number += 1) await post(`https://n${number}.example`);
    expect(logged().match(/may not post/g)?.length).toBeLessThanOrEqual(30);
  });

  it('is nobody by default: no origin is allowed but our own', async () => {
    const { app } = await startTestApp();
    expect((await request(app).post('/save-message').set('Origin', ELSEWHERE).send(buildMessage())).status).toBe(403);
  });
});

describe('our own page', () => {
  it('posts with the origin of the server it came from', async () => {
    const { app } = await startTestApp();
    const response = await request(app)
      .post('/save-message')
      .set({ Host: 'portfolio.example:8080', Origin: 'https://portfolio.example:8080' })
      .send(buildMessage());
    expect(response.status).toBe(201);
  });

  it.each([
    ['https', 'https://portfolio.example', 201],
    // A page that somebody on the visitor's network served in place of ours.
    ['https', 'http://portfolio.example', 403],
    ['http', 'http://portfolio.example', 201],
    // A proxy before the trusted one may have ended TLS.
    ['http', 'https://portfolio.example', 201],
  ])('by %s, as a trusted proxy says, posts from %s: %i', async (proto, origin, status) => {
    const { app } = await startTestApp({ trustProxy: 1 });
    const response = await request(app)
      .post('/save-message')
      .set({ Host: 'portfolio.example', 'X-Forwarded-Proto': proto, Origin: origin })
      .send(buildMessage());
    expect(response.status).toBe(status);
  });

  it('is no page at another port of the same host', async () => {
    const { app } = await startTestApp();
    const response = await request(app)
      .post('/save-message')
      .set({ Host: 'localhost:3000', Origin: 'http://localhost:5173' })
      .send(buildMessage());
    expect(response.status).toBe(403);
  });

  it('is not told by a scheme that nobody trusted says', async () => {
    const { app } = await startTestApp();
    const response = await request(app)
      .post('/save-message')
      .set({ Host: 'portfolio.example', 'X-Forwarded-Proto': 'https', Origin: 'http://portfolio.example' })
      .send(buildMessage());
    expect(response.status).toBe(201);
  });

  it('behind a proxy that is trusted is known by the forwarded host', async () => {
    const { app } = await startTestApp({ trustProxy: 1 });
    const response = await request(app)
      .post('/save-message')
      .set({ Host: 'server:3000', 'X-Forwarded-Host': 'portfolio.example', Origin: 'https://portfolio.example' })
      .send(buildMessage());
    expect(response.status).toBe(201);
  });
});
