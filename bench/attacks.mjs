import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * `npm run bench:attacks`: what another visitor notices of four attacks, and what memory they take. On loopback, with a
 * server and a database of its own, about two minutes. Bars: the other visitor waits at most 500 ms, and the server
 * stays below 300 MB. Prints; nothing fails.
 * @typedef {{ requests: number, failed: number, maxMs: number }} Seen what the other visitor saw
 */

const VISITOR_PAUSE_MS = 100;

if (!isMainThread) await visit(workerData);

export async function benchAttacks() {
  // Not at the top: the visitor's thread also loads this file, without tsx.
  const { findFreePort } = await import('../scripts/loopback.ts');
  const { startBenchDatabase } = await import('./database.ts');
  const { buildPrograms, firstMessage, serverSettings, startProgram } = await import('./programs.ts');
  await buildPrograms([]);
  const database = await startBenchDatabase();
  const ATTACKS = [
    { name: '1,500 connections that post from one address', run: flood, path: '/save-message' },
    {
      name: '1.2 MB of pipelined requests',
      run: (/** @type {number} */ port) => pipeline(port, 1, 32_000),
      path: '/inicio',
    },
    {
      name: '50 connections x 2,000 pipelined requests',
      run: (/** @type {number} */ port) => pipeline(port, 50, 2_000),
      path: '/inicio',
    },
    { name: '1,000 connections that read nothing', run: readNothing, path: '/inicio' },
  ];
  for (const [index, { name, run, path }] of ATTACKS.entries()) {
    const port = await findFreePort();
    const url = await database.create(`attack_${index}`);
    const program = startProgram('server', port, { ...serverSettings(url), SENDER_LIMIT: '60' });
    await firstMessage(port, '5f0c7a0e-0000-4000-8000-000000000000');
    await sleep(1_000);
    const atRest = (await program.usage()).rssBytes;
    let peak = atRest;
    let attacking = true;
    const watching = (async () => {
      while (attacking) {
        peak = Math.max(peak, (await program.usage()).rssBytes);
        await sleep(100);
      }
    })();
    const visitor = new Worker(new URL('./attacks.mjs', import.meta.url), { workerData: { port, path } });
    await once(visitor, 'message');
    const told = await run(port);
    visitor.postMessage('stop');
    /** @type {[Seen]} */
    const [seen] = /** @type {any} */ (await once(visitor, 'message'));
    attacking = false;
    await watching;
    await program.stop();
    const mb = (/** @type {number} */ bytes) => Math.round(bytes / 1024 / 1024);
    process.stdout.write(
      `${name}: ${told}\n  the other visitor: ${seen.requests} requests, ${seen.failed} failed, waited ${Math.round(seen.maxMs)} ms at most; ` +
        `memory: ${mb(atRest)} MB at rest, ${mb(peak)} MB at most\n`,
    );
  }
}

/** The other visitor, on a thread of its own. @param {{ port: number, path: string }} what */
async function visit({ port, path }) {
  /** @type {Seen} */
  const seen = { requests: 0, failed: 0, maxMs: 0 };
  let stopped = false;
  parentPort?.once('message', () => {
    stopped = true;
  });
  const url = `http://127.0.0.1:${port}${path}`;
  /** @param {number} index */
  const ask = async (index) => {
    const startedAt = performance.now();
    try {
      const response = await fetch(
        url,
        path === '/save-message' ? post(`10.9.8.${index % 250}`, `outra ${index}`) : {},
      );
      await response.arrayBuffer();
      if (!response.ok) seen.failed += 1;
    } catch {
      seen.failed += 1;
    }
    seen.requests += 1;
    seen.maxMs = Math.max(seen.maxMs, performance.now() - startedAt);
  };
  await ask(0);
  parentPort?.postMessage('ready');
  const asked = [];
  for (let index = 1; !stopped; index += 1) {
    asked.push(ask(index));
    await sleep(VISITOR_PAUSE_MS);
  }
  await Promise.all(asked);
  parentPort?.postMessage(seen);
}

/** @param {string} address @param {string} words */
function post(address, words) {
  const body = JSON.stringify({
    name: 'Ana Souza',
    email: 'ana@example.com',
    text: `Uma mensagem longa o bastante, ${words}`,
  });
  return { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address }, body };
}

/** @param {number} port */
async function flood(port) {
  /** @type {Record<string, number>} */
  const answers = {};
  for (let wave = 0; wave < 3; wave += 1) {
    await Promise.all(
      Array.from({ length: 1_500 }, async (_, index) => {
        const socket = connect(port, '127.0.0.1', () => {
          const { body } = post('', `${wave} ${index}`);
          socket.write(
            `POST /save-message HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Forwarded-For: 10.0.0.1\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
          );
        });
        socket.on('error', () => {});
        socket.on('data', (chunk) => {
          const status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? 'no answer';
          answers[status] = (answers[status] ?? 0) + 1;
          socket.end();
        });
        await new Promise((closed) => socket.once('close', closed));
      }),
    );
  }
  return `answers ${JSON.stringify(answers)}`;
}

/** @param {number} port @param {number} connections @param {number} requests at once on each connection */
async function pipeline(port, connections, requests) {
  const bytes = Buffer.from('GET /inicio HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests));
  let answers = 0;
  let opened = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - startedAt < 5_000) {
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
        opened += 1;
        let answered = 0;
        socket.on('error', () => {});
        socket.on('data', (chunk) => {
          answered += chunk.toString('latin1').split('HTTP/1.1 200').length - 1;
          if (answered >= requests) socket.end();
        });
        socket.setTimeout(20_000, () => socket.destroy());
        await new Promise((closed) => socket.once('close', closed));
        answers += answered;
      }
    }),
  );
  return `${answers} answers to ${opened} times ${requests} requests, in ${Math.round(performance.now() - startedAt)} ms`;
}

/** @param {number} port */
async function readNothing(port) {
  const bytes = Buffer.from('GET /inicio HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500));
  let open = 0;
  const sockets = Array.from({ length: 1_000 }, () => {
    const socket = connect(port, '127.0.0.1', () => {
      open += 1;
      // Paused and never read; the next write notices a reset.
      socket.write(bytes);
    });
    socket.pause();
    socket.on('error', () => {});
    socket.on('close', () => {
      open -= 1;
    });
    return socket;
  });
  let after = '';
  for (const seconds of [5, 15, 30, 45]) {
    await sleep((seconds - (Number(/(\d+) s$/.exec(after)?.[1]) || 0)) * 1_000);
    for (const socket of sockets) if (!socket.destroyed) socket.write('\r\n');
    await sleep(100);
    after += `${after ? ', ' : ''}${open} open after ${seconds} s`;
  }
  for (const socket of sockets) socket.destroy();
  return after;
}
