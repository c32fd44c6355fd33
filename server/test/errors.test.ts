import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ANSWER_TIMEOUT_MS } from '../src/http/deadline.ts';
import type { MessageStore } from '../src/messages/message-store.ts';
import { buildMessage, listen, startTestApp } from './support.ts';

function failingStore(error: unknown): MessageStore {
  const fail = () => Promise.reject(error);
  return { save: fail, drained: fail, ping: fail };
}

describe('something unexpected', () => {
  it('is answered with 500 without a detail, and all of it is in the log', async () => {
    const { app, logged } = await startTestApp({ messages: failingStore(new Error('the secret cause')) });
    const response = await request(app).post('/save-message').send(buildMessage());
    expect(response.status).toBe(500);
    expect(response.type).toBe('application/problem+json');
    expect(response.body.code).toBe('internal_error');
    expect(response.text).not.toContain('secret');
    expect(response.text).not.toContain('.ts');
    expect(logged()).toContain('the secret cause');
    expect(logged()).toContain('errors.test.ts');
  });

  it('leaves the process able to answer the next request', async () => {
    const { app } = await startTestApp({ messages: failingStore('not even an Error') });
    expect((await request(app).post('/save-message').send(buildMessage())).status).toBe(500);
    expect((await request(app).get('/health/live')).status).toBe(200);
  });
});

describe('the log', () => {
  it('holds no name, address or text of a visitor, whether stored, refused or failed', async () => {
    const secrets = {
      name: 'Zuleica Segredo',
      email: 'zuleica@segredo.example',
      text: 'um texto que é só dela, de mais ninguém',
    };
    const { app, database, logged } = await startTestApp();
    expect((await request(app).post('/save-message').send(secrets)).status).toBe(201);
    expect(
      (
        await request(app)
          .post('/save-message')
          .send({ ...secrets, email: 'segredo' })
      ).status,
    ).toBe(400);
    await request(app).get('/procura?email=zuleica@segredo.example').accept('json');

    await database.query(`ALTER TABLE messages ADD CONSTRAINT none CHECK (name = 'x') NOT VALID`);
    expect((await request(app).post('/save-message').send(secrets)).status).toBe(500);
    await database.query(`ALTER TABLE messages RENAME TO elsewhere`);
    expect((await request(app).post('/save-message').send(secrets)).status).toBe(500);

    const lines = logged()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const messageId = expect.any(String);
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'message saved', messageId, outcome: 'stored' }));
    expect(lines).toContainEqual(
      expect.objectContaining({ method: 'POST', path: '/save-message', status: 400, code: 'invalid_message' }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ path: '/procura', status: 404, code: 'not_found' }));
    expect(lines).toContainEqual(expect.objectContaining({ level: 50, status: 500, code: 'internal_error' }));
    expect(logged().toLowerCase()).not.toMatch(/zuleica|segredo|só dela/);
  });
});

describe('a database that is away', () => {
  it('is answered with 503 and Retry-After, and messages are taken again as soon as it is back', async () => {
    const { app, database, logged } = await startTestApp();

    await database.allowConnections(false);
    const response = await request(app).post('/save-message').send(buildMessage());
    expect(response.status).toBe(503);
    expect(response.body).toMatchObject({ code: 'database_unavailable', status: 503 });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect((await request(app).get('/health')).status).toBe(503);
    expect((await request(app).get('/health/live')).status).toBe(200);
    expect(logged()).toContain('database_unavailable');

    await database.allowConnections(true);
    expect((await request(app).post('/save-message').send(buildMessage())).status).toBe(201);
    expect((await request(app).get('/health')).status).toBe(200);
  });

  it('or not is never told from a cache', async () => {
    const { app } = await startTestApp();
    for (const path of ['/health', '/health/live']) {
      expect((await request(app).get(path)).headers['cache-control']).toBe('no-store');
    }
  });

  it('in whatever way it keeps a message waiting is answered with 503 when the caller’s time is up', async () => {
    const save = () => new Promise<never>(() => {});
    const { app } = await startTestApp({ messages: { ...failingStore(null), save }, answerTimeoutMs: 100 });
    expect((await request(app).post('/save-message').send(buildMessage())).status).toBe(503);
  });

  it('at an address where nothing listens is answered with 503', async () => {
    const { app } = await startTestApp({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' });
    expect((await request(app).post('/save-message').send(buildMessage())).status).toBe(503);
  });

  it('that takes connections and never says a word is answered with 503 all the same', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    onTestFinished(() => void silent.close());
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('no TCP address');
    const { app } = await startTestApp({
      databaseUrl: `postgresql://nobody@127.0.0.1:${address.port}/none`,
      answerTimeoutMs: ANSWER_TIMEOUT_MS,
    });
    expect((await request(app).post('/save-message').send(buildMessage())).status).toBe(503);
  });

  it.each([
    ['read-only', 'ALTER DATABASE current SET default_transaction_read_only = on'],
    ['out of connections', 'ALTER DATABASE current WITH CONNECTION LIMIT 0'],
  ])('or %s is answered with 503', async (kind, sql) => {
    const { app, database } = await startTestApp();
    const { rows } = await database.query('SELECT current_database() AS name');
    await database.query(sql.replace('current', rows[0].name));
    if (kind === 'out of connections') {
      // The limit does not bind superusers.
      await database.query(
        `DO $$ BEGIN CREATE ROLE visitor LOGIN PASSWORD 'visitor'; EXCEPTION WHEN duplicate_object THEN END $$`,
      );
      const url = new URL(database.url);
      url.username = 'visitor';
      url.password = 'visitor';
      const limited = await startTestApp({ databaseUrl: url.href });
      expect((await request(limited.app).post('/save-message').send(buildMessage())).status).toBe(503);
      return;
    }
    expect((await request(app).post('/save-message').send(buildMessage())).status).toBe(503);
  });

  it.each([
    ['whose disk is full', '53100'],
    ['whose disk has a fault', '58030'],
    ['that is read-only, as a standby', '25006'],
    ['out of memory', '53200'],
    ['that is shutting down', '57P01'],
  ])('%s (SQLSTATE %s) is answered with 503, and takes messages again when that is over', async (_kind, sqlState) => {
    const { app, database, logged } = await startTestApp();
    // PostgreSQL itself refuses the insert: a disk cannot be filled up in a test.
    await database.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '${sqlState}'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const response = await request(app).post('/save-message').send(buildMessage());
    expect(response.status).toBe(503);
    expect(response.body.code).toBe('database_unavailable');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(logged()).toContain('database_unavailable');
    await database.query('DROP TRIGGER refuse ON messages');
    expect((await request(app).post('/save-message').send(buildMessage())).status).toBe(201);
    expect(await database.rows()).toHaveLength(1);
  });

  it('is told apart from a fault of ours: a table that is missing is answered with 500', async () => {
    const { app, database } = await startTestApp();
    await database.query('DROP TABLE messages');
    expect((await request(app).post('/save-message').send(buildMessage())).status).toBe(500);
  });
});

describe('durability', () => {
  it('is asked for even where the database would acknowledge before its commit is on disk', async () => {
    const { app, database } = await startTestApp();
    await database.query(`
      CREATE TABLE seen (setting text);
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER note AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note();
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`);
    expect((await request(app).post('/save-message').send(buildMessage())).status).toBe(201);
    expect((await database.query('SELECT setting FROM seen')).rows).toEqual([{ setting: 'on' }]);
  });
});

describe('a refusal in the middle of an upload', () => {
  it('of a body that says it is too large comes before the body', async () => {
    const { app } = await startTestApp();
    const { port } = new URL(await listen(app));
    const answer = await new Promise<string>((done, fail) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          'POST /save-message HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{"name":',
        );
      });
      socket.once('data', (data) => {
        done(String(data));
        socket.destroy();
      });
      socket.once('error', fail);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('a request that Node refuses or that never reaches a route', () => {
  const body = JSON.stringify(buildMessage());
  it.each([
    ['that is no HTTP', 'não é HTTP\r\n\r\n', 400, 'bad_request'],
    ['of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'bad_request'],
    ['without a Host', 'GET /inicio HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    ['with two Hosts', 'GET /inicio HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\n\r\n', 400, 'bad_request'],
    [
      'with two Content-Types',
      `POST /save-message HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      400,
      'bad_request',
    ],
    [
      'with two Content-Lengths',
      'POST /save-message HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      400,
      'bad_request',
    ],
    [
      'whose body is not chunked as it says',
      'POST /save-message HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n',
      400,
      'bad_request',
    ],
    [
      'with 20 kB of headers',
      `GET /inicio HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('%s is answered with a problem document and the security headers', async (_kind, bytes, status, code) => {
    const { app, database } = await startTestApp();
    const answer = await converse(await listen(app), bytes);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('connection')).toBe('close');
    expect(JSON.parse(answer.body)).toMatchObject({ type: 'about:blank', status, code, detail: expect.any(String) });
    expect(await database.rows()).toEqual([]);
  });

  it('that offers another protocol is answered in this one', async () => {
    const { app } = await startTestApp();
    const bytes = 'GET /inicio HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n';
    expect((await converse(await listen(app), bytes)).status).toBe(200);
  });

  it('that expects something else than 100-continue is answered as if it did not', async () => {
    const { app } = await startTestApp();
    const bytes = 'GET /inicio HTTP/1.1\r\nHost: x\r\nExpect: coffee\r\nConnection: close\r\n\r\n';
    expect((await converse(await listen(app), bytes)).status).toBe(200);
  });

  it('of HTTP/1.0 needs no Host', async () => {
    const { app } = await startTestApp();
    expect((await converse(await listen(app), 'GET /inicio HTTP/1.0\r\n\r\n')).status).toBe(200);
  });
});

async function converse(url: string, bytes: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(bytes);
  const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])),
    body: rest.join('\r\n\r\n'),
  };
}
