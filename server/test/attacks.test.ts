import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildMessage, holdCommits, listen, startTestApp } from './support.ts';

// `npm run bench:attacks` prints the figures (500 ms, 300 MB). These tests check the reasons for them.

async function open(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {}); // being thrown out is what these tests are about
  await once(socket, 'connect');
  return socket;
}

const closed = (socket: Socket) => new Promise<void>((done) => void socket.once('close', () => done()));

const GET = 'GET /inicio HTTP/1.1\r\nHost: localhost\r\n\r\n';

async function startCounting() {
  const { app } = await startTestApp();
  const seen = { requests: 0 };
  const counting: RequestListener = (incoming, response) => {
    seen.requests += 1;
    app(incoming, response);
  };
  return { url: await listen(counting), seen };
}

describe('a flood from one sender', () => {
  it('is refused with 429 and Retry-After beyond its share of the queue, and other visitors find a place', async () => {
    // On a slow machine it takes longer to send them all than a connection may be silent, or a statement may take.
    const { app, database } = await startTestApp({ trustProxy: 1, answerTimeoutMs: 120_000, lockTimeoutMs: 120_000 });
    const url = await listen(app, { stalledTimeoutMs: 120_000 });
    const { release, untilHeld } = await holdCommits(database);
    const post = (address: string, index: number) =>
      request(url)
        .post('/save-message')
        .set('X-Forwarded-For', address)
        .send(buildMessage({ text: `Mensagem de número ${index}, longa o bastante.` }));
    const first = post('192.0.2.1', -1).then((answer) => answer);
    await untilHeld();

    let refused = 0;
    let whenRefused = () => {};
    const allRefused = new Promise<void>((done) => {
      whenRefused = done;
    });
    const flood = Array.from({ length: 1_100 }, async (_, index) => {
      const answer = await post('192.0.2.1', index);
      if (answer.status !== 201) {
        refused += 1;
        if (refused === 1_001) whenRefused();
      }
      return answer;
    });
    // Before anything is committed.
    await allRefused;
    const others = Array.from({ length: 31 }, (_, index) =>
      post(`198.51.100.${index}`, index).then((answer) => answer),
    );
    await request(url).get('/health');
    await release();
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(31).fill(201));
    const answers = await Promise.all([first, ...flood]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    for (const { status, body, headers } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, body.code]).toEqual([429, 'too_many_requests']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await post('192.0.2.1', 2_000)).status).toBe(201);
  });
});

describe('a client that pipelines', () => {
  it('is answered once and closed, and what it sent beside that reaches no one', async () => {
    const { url, seen } = await startCounting();
    const socket = await open(url);
    socket.write(GET.repeat(2_000));
    const answers = await text(socket).catch(() => '');
    expect(answers.split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(1);
    expect(seen.requests).toBe(1);
  });

  it('costs no more than its first two requests, however many arrive at once', async () => {
    const { url } = await startCounting();
    const parsed = vi.fn();
    subscribe('http.server.request.start', parsed);
    onTestFinished(() => void unsubscribe('http.server.request.start', parsed));
    const socket = await open(url);
    socket.resume();
    socket.write(GET.repeat(1_000));
    await closed(socket);
    expect(parsed.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('is closed while its first request waits for the database', async () => {
    const { app, database } = await startTestApp();
    const url = await listen(app);
    await database.holding('LOCK TABLE messages IN ACCESS EXCLUSIVE MODE', async () => {
      const socket = await open(url);
      const body = JSON.stringify(buildMessage());
      socket.write(
        `POST /save-message HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}${GET}`,
      );
      socket.resume();
      await closed(socket);
    });
    await expect.poll(async () => (await database.rows()).length, { timeout: 60_000 }).toBe(1);
  });

  it('that waits for each answer keeps its connection', async () => {
    const { url } = await startCounting();
    const socket = await open(url);
    for (let count = 0; count < 200; count += 1) {
      socket.write(GET);
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
    }
    socket.destroy();
  });
});

describe('more connections than are taken', () => {
  it('are closed, and one of them is taken as soon as another ends', async () => {
    const { app } = await startTestApp();
    const url = await listen(app, { maxConnections: 2 });
    const [first] = [await open(url), await open(url)];
    await closed((await open(url)).resume());
    first.destroy();
    await expect
      .poll(async () => (await fetch(`${url}/health/live`).catch(() => null))?.status, { timeout: 60_000 })
      .toBe(200);
  });
});

describe('a client that reads nothing', () => {
  it('is closed', async () => {
    let whenClosed = () => {};
    const closedByServer = new Promise<void>((done) => {
      whenClosed = done;
    });
    const url = await listen(
      (incoming, response) => {
        incoming.socket.once('close', whenClosed);
        // More than the buffers of the system hold.
        response.end(Buffer.alloc(64 * 1024 * 1024));
      },
      { stalledTimeoutMs: 200 },
    );
    const socket = await open(url);
    socket.write(GET);
    socket.pause();
    await closedByServer;
    socket.destroy();
  });
});
