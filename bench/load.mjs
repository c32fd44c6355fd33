import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

/**
 * The load generator, a process of its own: each connection posts a message, waits for the answer, and posts the next.
 * It writes to the socket itself, because a client library takes more processor time than the servers. Every message
 * has its own key and text, and one of 1,000 senders.
 * @typedef {object} LoadOptions
 * @property {number} port
 * @property {number} connections
 * @property {number} warmupMs
 * @property {number} durationMs
 * @typedef {object} LoadResult
 * @property {number} perSecond answers 201
 * @property {number} answers 201 in the measured time
 * @property {Record<string, number>} others other answers and broken connections, by status, over the whole run
 * @property {{ p50: number, p99: number, p999: number }} ms
 * @property {number} busy the generator's share of one core
 * @property {string[]} ids keys of all messages answered with 201, with those of the warm-up
 */

const SENDERS = 1_000;

/** @type {LoadOptions} */
const { port, connections, warmupMs, durationMs } = JSON.parse(process.argv[2] ?? '');

const MARK_ID = randomUUID();
const MARK_NUMBER = '000000000000';
const MARK_SENDER = '10.255.255.255';
const body = JSON.stringify({
  name: 'Ana Souza',
  email: 'ana.souza@example.com',
  text: `Olá! Vi o seu portfólio e gostei muito do projeto de pixel art. Podemos conversar sobre uma vaga? Mensagem ${MARK_NUMBER}`,
});
const template = Buffer.from(
  [
    'POST /save-message HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Idempotency-Key: "${MARK_ID}"`,
    `X-Forwarded-For: ${MARK_SENDER}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n'),
);
const idAt = template.indexOf(MARK_ID);
const numberAt = template.indexOf(MARK_NUMBER);
const senderAt = template.indexOf(MARK_SENDER);

/** @type {string[]} */
const ids = [];
/** @type {number[]} */
const latencies = [];
/** @type {Record<string, number>} */
const others = {};
let sent = 0;
let measuring = false;
let stopping = false;
let open = connections;

/** @param {() => void} whenClosed */
function openConnection(whenClosed) {
  // A copy: the next request is written into it only after this one was answered, and so was sent.
  const request = Buffer.from(template);
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  let id = '';
  let startedAt = 0;
  let received = '';

  function post() {
    id = randomUUID();
    sent += 1;
    request.write(id, idAt, 'latin1');
    request.write(String(sent).padStart(MARK_NUMBER.length, '0'), numberAt, 'latin1');
    const sender = sent % SENDERS;
    request.write(`10.${100 + (sender % 100)}.100.${100 + Math.floor(sender / 100)}`, senderAt, 'latin1');
    startedAt = performance.now();
    socket.write(request);
  }

  socket.on('connect', post);
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(received)?.[1];
    if (length === undefined) throw new Error(`an answer without Content-Length: ${received}`);
    if (received.length < headEnd + 4 + Number(length)) return;
    const status = received.slice(9, 12);
    received = '';
    if (status === '201') {
      ids.push(id);
      if (measuring) latencies.push(performance.now() - startedAt);
    } else others[status] = (others[status] ?? 0) + 1;
    if (stopping) socket.end();
    else post();
  });
  socket.on('error', (error) => {
    const name = 'code' in error ? String(error.code) : error.name;
    others[name] = (others[name] ?? 0) + 1;
  });
  socket.on('close', whenClosed);
}

/** @param {number} ms */
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const allClosed = new Promise((done) => {
  for (let index = 0; index < connections; index += 1) {
    openConnection(() => {
      open -= 1;
      if (open === 0) done(undefined);
    });
  }
});
await sleep(warmupMs);
process.send?.('measuring');
const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
measuring = true;
await sleep(durationMs);
measuring = false;
const elapsedMs = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpuBefore);
process.send?.('measured');
stopping = true;
await allClosed;

latencies.sort((a, b) => a - b);
/** @param {number} share */
const percentile = (share) =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
/** @type {LoadResult} */
const result = {
  perSecond: (latencies.length / elapsedMs) * 1000,
  answers: latencies.length,
  others,
  ms: { p50: percentile(0.5), p99: percentile(0.99), p999: percentile(0.999) },
  busy: (user + system) / 1000 / elapsedMs,
  ids,
};
process.send?.(result, () => process.disconnect());
