import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hashSender } from '../src/messages/sender-limit.ts';
import { MIGRATION_LOCK } from '../src/migrate.ts';
import { OperatorError } from '../src/operator-error.ts';
import { serve } from '../src/serve.ts';
import { buildMessage, createTestDatabase, createTestSite, type TestDatabase } from './support.ts';

async function startSite(
  overrides: Record<string, string> = {},
  atEnd: typeof onTestFinished = onTestFinished,
): Promise<{ site: Awaited<ReturnType<typeof serve>>; database: TestDatabase }> {
  const database = await createTestDatabase();
  const site = await serve({
    PORT: '0',
    DATABASE_URL: database.url,
    SITE_DIR: createTestSite(),
    LOG_LEVEL: 'silent',
    ...overrides,
  });
  atEnd(() => site.close());
  return { site, database };
}

async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {}); // being thrown out is what some tests are about
  await once(socket, 'connect');
  return socket;
}

describe('the running site', () => {
  it('serves pages and takes messages on one origin', async () => {
    const { site, database } = await startSite();
    expect(site.url).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await fetch(`${site.url}/inicio`)).status).toBe(200);
    const response = await fetch(`${site.url}/save-message`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(buildMessage()),
    });
    expect(response.status).toBe(201);
    expect(await database.rows()).toHaveLength(1);
  });

  it('counts senders under a hash whose key is in the database, and shared by all copies', async () => {
    const { site, database } = await startSite();
    await fetch(`${site.url}/save-message`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(buildMessage()),
    });
    const [secret] = (await database.query('SELECT value FROM server_secrets')).rows;
    const hashes = ['127.0.0.1', '::1'].map((address) => hashSender(address, secret.value));
    expect((await database.query('SELECT sender, count FROM rate_limits')).rows).toEqual([
      { sender: expect.stringMatching(new RegExp(`^(${hashes.join('|')})$`)), count: 1 },
    ]);
  });

  it('finishes a message that is on its way when it is told to stop, and takes no new one', async () => {
    const { site, database } = await startSite();
    const body = JSON.stringify(buildMessage());
    const socket = await openSocket(site.url);
    socket.write(
      `POST /save-message HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
    );
    // The answer to a second request shows that the first one's head has been read.
    await fetch(`${site.url}/health/live`);
    const closed = site.close();
    socket.write(body);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
    await closed;
    expect(await database.rows()).toHaveLength(1);
    await expect(fetch(`${site.url}/health/live`)).rejects.toThrow();
  });
});

describe('a start that is told to stop', () => {
  it('while another server migrates ends, and leaves no connection behind', async () => {
    const database = await createTestDatabase();
    const stop = new AbortController();
    await database.holding(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`, async () => {
      const asked = vi.spyOn(pg.Client.prototype, 'query');
      onTestFinished(() => asked.mockRestore());
      const starting = serve(
        { PORT: '0', DATABASE_URL: database.url, SITE_DIR: createTestSite(), LOG_LEVEL: 'silent' },
        { signal: stop.signal },
      );
      await vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 60_000 });
      stop.abort(new Error('told to stop'));
      await expect(starting).rejects.toThrow('told to stop');
      // The connection of the lock.
      const others = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
      await expect.poll(async () => (await database.query(others)).rows, { timeout: 60_000 }).toEqual([{ count: 1 }]);
    });
  });

  it('while it makes its own database ends, and leaves no process behind', async () => {
    // Not made here: for root, a folder of mode 700 would send the database to /var/lib.
    const dataDir = join(tmpdir(), `portfolio-serve-${randomUUID()}`);
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const stop = new AbortController();
    const starting = serve(
      { PORT: '0', DATABASE_URL: '', DATA_DIR: dataDir, SITE_DIR: createTestSite() },
      { signal: stop.signal },
    );
    while (!existsSync(dataDir)) await pause(10);
    stop.abort(new Error('told to stop'));
    await expect(starting).rejects.toThrow('told to stop');
    expect(await readdir(join(dataDir, 'postgresql/data'))).not.toContain('postmaster.pid');
  });

  it('while the database does not answer ends', async () => {
    const stop = new AbortController();
    const starting = serve(
      { PORT: '0', DATABASE_URL: 'postgresql://ana@127.0.0.1:1/portfolio', SITE_DIR: createTestSite() },
      { signal: stop.signal },
    );
    stop.abort(new Error('told to stop'));
    await expect(starting).rejects.toThrow('told to stop');
  });
});

describe('a start that cannot succeed', () => {
  it('says that the port is in use, and leaves nothing open', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const address = other.address();
    if (address === null || typeof address === 'string') throw new Error('no TCP address');
    const starting = startSite({ PORT: String(address.port), HOST: '127.0.0.1' });
    await expect(starting).rejects.toThrow(OperatorError);
    await expect(starting).rejects.toThrow(`PORT: ${address.port} on 127.0.0.1 is already in use`);
  });

  it('says that the database lacks the key of the senders’ hashes', async () => {
    const database = await createTestDatabase();
    await database.query("DELETE FROM server_secrets WHERE name = 'sender-hash'");
    const starting = startSite({ DATABASE_URL: database.url });
    await expect(starting).rejects.toThrow(OperatorError);
    await expect(starting).rejects.toThrow(/no row 'sender-hash'.*backup/);
  });

  it.each([
    ['the password', 'postgresql://portfolio:segredo@HOST/portfolio', /password authentication failed/],
    ['the user', 'postgresql://ninguem:segredo@HOST/portfolio', /ninguem/],
    ['the database', 'URL/nada', /"nada" does not exist/],
  ])('says at once, and without waiting for another answer, that %s is wrong', async (_what, form, reason) => {
    const right = new URL((await createTestDatabase()).url);
    const wrong = form.replace('HOST', right.host).replace('URL', right.href.replace(/\/[^/]*$/, ''));
    const connect = vi.spyOn(pg.Client.prototype, 'connect');
    onTestFinished(() => connect.mockRestore());
    const starting = startSite({ DATABASE_URL: wrong });
    await expect(starting).rejects.toThrow(/^DATABASE_URL: PostgreSQL refuses it/);
    await expect(starting).rejects.toThrow(reason);
    await expect(starting).rejects.not.toThrow(/segredo/);
    expect(connect.mock.settledResults.filter(({ type }) => type === 'rejected')).toHaveLength(1);
  });

  it('says that there is no built site', async () => {
    await expect(startSite({ SITE_DIR: '/nowhere/at/all' })).rejects.toThrow(/npm run build/);
  });

  it('says that the host is no address of this machine', async () => {
    await expect(startSite({ HOST: '203.0.113.1' })).rejects.toThrow(/HOST: 203\.0\.113\.1/);
  });
});

/** Each takes ten seconds or more: at the same time. */
describe.concurrent('what takes its time', () => {
  it('a connection that sends its request a drop at a time is thrown out', async ({ expect, onTestFinished }) => {
    const { site } = await startSite({}, onTestFinished);
    const socket = await openSocket(site.url);
    socket.write('POST /save-message HTTP/1.1\r\nHost: localhost\r\n');
    const drops = setInterval(() => socket.write('X-Drop: 1\r\n'), 500);
    onTestFinished(() => clearInterval(drops));
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain("Content-Security-Policy: default-src 'none'");
    expect(answer).toContain('"code":"request_timeout"');
  });

  it('a start says that no database answers', async ({ expect, onTestFinished }) => {
    const starting = startSite({ DATABASE_URL: 'postgresql://ana:segredo@127.0.0.1:1/portfolio' }, onTestFinished);
    await expect(starting).rejects.toThrow(/DATABASE_URL: no PostgreSQL database answered there/);
    await expect(starting).rejects.not.toThrow(/segredo/);
  });

  it('a start says that no database answers where connections are swallowed, as by a firewall', async ({
    expect,
    onTestFinished,
  }) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo; // it listens on TCP
    await expect(
      startSite({ DATABASE_URL: `postgresql://ana@127.0.0.1:${port}/portfolio` }, onTestFinished),
    ).rejects.toThrow(/DATABASE_URL: no PostgreSQL database answered there/);
  });
});
