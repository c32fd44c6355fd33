import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { readBuiltSite } from '../src/http/built-site.ts';
import { OperatorError } from '../src/operator-error.ts';
import { createTestFolder, createTestSite, listen, startTestApp } from './support.ts';

async function get(path: string, headers: Record<string, string> = {}) {
  const { app } = await startTestApp();
  return request(app)
    .get(path)
    .set({ 'Accept-Encoding': 'identity', ...headers })
    .redirects(0);
}

describe('the site', () => {
  it('leads from the bare address to Home', async () => {
    const response = await get('/');
    expect(response.status).toBe(302);
    expect(response.headers['location']).toBe('/inicio');
  });

  it.each(['/inicio', '/inicio?de=linkedin'])('serves the prerendered page at %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.type).toBe('text/html');
    expect(response.text).toBe('<h1>Início</h1>');
  });

  it.each(['/inicio.html?de=linkedin', '/inicio/?de=linkedin'])(
    'leads from %s to the one address the page has',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(301);
      expect(response.headers['location']).toBe('/inicio?de=linkedin');
    },
  );

  it('leads there also from a whole URL, as a proxy may send it', async () => {
    const { app } = await startTestApp();
    const { port } = new URL(await listen(app));
    const ask = async (target: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost:3333\r\nConnection: close\r\n\r\n`);
      return /^location: (.*)\r$/im.exec(await text(socket))?.[1];
    };
    expect(await ask('http://localhost:3333/inicio/')).toBe('/inicio');
    expect(await ask('http://localhost:3333/inicio/?de=linkedin')).toBe('/inicio?de=linkedin');
  });

  it('has browsers ask again for pages, and answers 304 while a page has not changed', async () => {
    const response = await get('/inicio');
    expect(response.headers['cache-control']).toBe('no-cache');
    const again = await get('/inicio', { 'If-None-Match': String(response.headers['etag']) });
    expect(again.status).toBe(304);
  });

  it('has browsers keep files that are named after their content', async () => {
    const response = await get('/assets/main-3f9a1c.js');
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.type).toBe('text/javascript');
  });

  it.each([
    ['br', 'gzip, deflate, br', 'as if brotli'],
    ['gzip', 'gzip', 'as if gzip'],
  ])('serves the compressed copy in %s to browsers that take it', async (encoding, accepted, body) => {
    const { app } = await startTestApp();
    // The test's copies are not really compressed, so GET would fail to decode them.
    const head = await request(app).head('/inicio').set('Accept-Encoding', accepted);
    expect(head.headers['content-encoding']).toBe(encoding);
    expect(head.headers['content-length']).toBe(String(body.length));
    expect(head.headers['vary']).toContain('Accept-Encoding');
  });

  it('tells its compressed copies apart, so that no cache takes one for another', async () => {
    const { app } = await startTestApp();
    const ask = (accepted: string) => request(app).head('/inicio').set('Accept-Encoding', accepted);
    const tags = await Promise.all(['br', 'gzip', 'identity'].map(async (way) => (await ask(way)).headers['etag']));
    expect(new Set(tags).size).toBe(3);
  });

  it.each([
    '/nada',
    '/projetos/9',
    '/assets/missing.js',
    '/%E0%A4%A',
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/.env',
  ])('answers %s with 404 and its own page in Portuguese', async (path) => {
    const response = await get(path, { Accept: 'text/html' });
    expect(response.status).toBe(404);
    expect(response.text).toContain('Página não encontrada');
  });

  it('answers a program with 404 and a problem document', async () => {
    const response = await get('/nada', { Accept: 'application/json' });
    expect(response.status).toBe(404);
    expect(response.body.code).toBe('not_found');
  });

  it.each(['/inicio', '/', '/index.html', '/inicio/', '/inicio.html', '/assets/main-3f9a1c.js'])(
    'takes %s to be read only, and says so',
    async (path) => {
      const { app } = await startTestApp();
      for (const method of ['post', 'put', 'patch', 'delete', 'options'] as const) {
        const response = await request(app)[method](path).redirects(0);
        expect(response.status).toBe(405);
        expect(response.headers['allow']).toBe('GET, HEAD');
        expect(response.body.code).toBe('method_not_allowed');
      }
    },
  );

  it('has nothing at an unknown address, whatever the method', async () => {
    const { app } = await startTestApp();
    expect((await request(app).post('/nada')).status).toBe(404);
    expect((await request(app).delete('/nada/')).status).toBe(404);
  });

  it('sends the security headers of the build with pages, files and refusals alike', async () => {
    for (const path of ['/inicio', '/assets/main-3f9a1c.js', '/nada', '/health', '/save-message']) {
      const { headers } = await get(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('asks browsers to keep to https where they came by https, and only there', async () => {
    expect((await get('/inicio')).headers['strict-transport-security']).toBeUndefined();
    const { app } = await startTestApp({ trustProxy: 1 });
    const response = await request(app)
      .get('/inicio')
      .set({ 'X-Forwarded-Proto': 'https', 'Accept-Encoding': 'identity' });
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('does not serve what is meant for hosts or for the server itself', async () => {
    for (const path of ['/security-headers.json', '/mensagem-recusada']) expect((await get(path)).status).toBe(404);
  });
});

describe('a folder without a built site', () => {
  it('stops the start, saying what to do', () => {
    const dir = createTestFolder();
    expect(() => readBuiltSite(dir)).toThrow(OperatorError);
    expect(() => readBuiltSite(join(dir, 'missing'))).toThrow(/npm run build/);
  });

  it('that was built for a static host, under a path, is refused with the way out', () => {
    const dir = createTestSite();
    const file = join(dir, 'security-headers.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), base: '/portfolio' }));
    expect(() => readBuiltSite(dir)).toThrow(/under \/portfolio \(SITE_URL\)\. .*without that path/);
  });
});
