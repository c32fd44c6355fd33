import { randomUUID } from 'node:crypto';
import pino from 'pino';
import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../src/database.ts';
import { createMessageStore } from '../src/messages/message-store.ts';
import { serve } from '../src/serve.ts';
import { buildMessage, createTestDatabase, createTestSite, holdCommits, listen, startTestApp } from './support.ts';

const silent = pino({ level: 'silent' });

function numbered(index: number) {
  return buildMessage({ text: `Mensagem de número ${index}, longa o bastante.` });
}

function senderAddress(index: number) {
  return `192.0.${Math.floor(index / 250)}.${index % 250}`;
}

function postAll(url: string, messages: object[], keys: string[] = []) {
  return Promise.all(
    messages.map((message, index) => {
      const post = request(url).post('/save-message').set('X-Forwarded-For', senderAddress(index));
      return (keys[index] ? post.set('Idempotency-Key', keys[index]) : post).send(message);
    }),
  );
}

function count(statuses: { status: number }[], wanted: number) {
  return statuses.filter(({ status }) => status === wanted).length;
}

describe('messages that come at the same time', () => {
  it('are answered only after their commit', async () => {
    const { app, database } = await startTestApp();
    const url = await listen(app);
    const { release, untilHeld } = await holdCommits(database);
    let answered = 0;
    const posts = Array.from({ length: 20 }, async (_, index) => {
      const { status } = await request(url).post('/save-message').send(numbered(index));
      answered += 1;
      return { status };
    });
    await untilHeld();
    // When this is answered, an answer to the others would have come too.
    await request(url).get('/health');
    expect(answered).toBe(0);
    expect(await database.rows()).toEqual([]);
    await release();
    expect(count(await Promise.all(posts), 201)).toBe(20);
    expect(await database.rows()).toHaveLength(20);
  });

  it('are stored although one among them cannot be', async () => {
    const { app, database } = await startTestApp();
    await database.query("ALTER TABLE messages ADD CONSTRAINT nobody CHECK (name <> 'Zé Ninguém')");
    const messages = Array.from({ length: 50 }, (_, index) => numbered(index));
    messages[23] = buildMessage({ name: 'Zé Ninguém' });
    const answers = await postAll(await listen(app), messages);
    expect(answers.map(({ status }) => status)).toEqual(messages.map((_, index) => (index === 23 ? 500 : 201)));
    expect(await database.rows()).toHaveLength(49);
  });

  it('with the same text under different keys are all stored, and all but one as repetitions', async () => {
    const { app, database } = await startTestApp();
    const keys = Array.from({ length: 30 }, () => randomUUID());
    const answers = await postAll(await listen(app), Array(30).fill(buildMessage()), keys);
    expect(count(answers, 201)).toBe(30);
    const rows = await database.rows();
    expect(rows.filter(({ status }) => status === 'new')).toHaveLength(1);
    expect(rows.filter(({ spam_reasons }) => spam_reasons.includes('repeated'))).toHaveLength(29);
  });

  it('are stored up to the limit of their sender, and not one more', async () => {
    const { app, database } = await startTestApp({ limit: { points: 7, windowS: 600 } });
    const messages = Array.from({ length: 30 }, (_, index) => numbered(index));
    const answers = await postAll(await listen(app), messages);
    expect([count(answers, 201), count(answers, 429)]).toEqual([7, 23]);
    const acknowledged = messages.filter((_, index) => answers[index]?.status === 201).map(({ text }) => text);
    expect((await database.rows()).map(({ text }) => text).sort()).toEqual(acknowledged.sort());
  });

  it('from one who is over the limit are refused, also where one comes together with replays', async () => {
    const { database } = await startTestApp();
    const { prisma, close } = createDatabase(database.url, silent, 60_000);
    onTestFinished(close);
    const { save } = createMessageStore(prisma, { points: 1, windowS: 600 }, silent, 60_000);
    const build = (index: number) => ({ id: randomUUID(), ...numbered(index), spamReasons: [], sender: 'one' });
    const stored = build(1);
    expect(await save(stored)).toMatchObject({ kind: 'stored' });
    // Called in one turn, they are stored in one group, except the second of a key.
    const outcomes = await Promise.all([save(build(2)), save(stored), save(build(3))]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['over-limit', 'replayed', 'over-limit']);
    expect(await database.rows()).toHaveLength(1);
  });

  it('are stored without reading the whole table, also where it was nearly empty when the first came', async () => {
    const { app, database } = await startTestApp();
    const url = await listen(app);
    await postAll(url, [numbered(1)]);
    await database.query('ANALYZE messages');
    // By default PostgreSQL may change its plan after the fifth execution.
    for (let index = 2; index <= 11; index += 1) await postAll(url, [numbered(index)]);
    // The statistics of a connection are complete when it has ended.
    await database.allowConnections(false);
    await database.allowConnections(true);
    await expect
      .poll(async () => {
        const { rows } = await database.query(
          "SELECT n_tup_ins::int AS inserted, seq_scan::int AS read FROM pg_stat_user_tables WHERE relname = 'messages'",
        );
        return rows;
      })
      .toEqual([{ inserted: 11, read: 0 }]);
  });

  it('at two servers, in opposite order, wait for each other at neither', async () => {
    const first = await startTestApp({ trustProxy: 1 });
    const second = await startTestApp({ databaseUrl: first.database.url, trustProxy: 1 });
    const keys = Array.from({ length: 200 }, () => randomUUID());
    const messages = keys.map((_, index) => numbered(index));
    const [there, back] = await Promise.all([
      postAll(await listen(first.app), messages, keys),
      postAll(await listen(second.app), messages.toReversed(), keys.toReversed()),
    ]);
    expect(count([...there, ...back], 201)).toBe(200);
    expect(count([...there, ...back], 200)).toBe(200);
    expect(await first.database.rows()).toHaveLength(200);
  });

  it('from many senders, in greater numbers than can wait, are refused with 503 and Retry-After, and those that wait are stored', async () => {
    const { app, database } = await startTestApp({ trustProxy: 1 });
    const url = await listen(app);
    const { release, untilHeld } = await holdCommits(database);
    const first = request(url)
      .post('/save-message')
      .send(numbered(-1))
      .then((answer) => answer);
    await untilHeld();
    let refused = 0;
    let whenRefused = () => {};
    const tenRefused = new Promise<void>((resolve) => {
      whenRefused = resolve;
    });
    const posts = Array.from({ length: 1_010 }, async (_, index) => {
      const answer = await request(url)
        .post('/save-message')
        .set('X-Forwarded-For', senderAddress(index))
        .send(numbered(index));
      if (answer.status === 503) {
        refused += 1;
        if (refused === 10) whenRefused();
      }
      return answer;
    });
    await tenRefused;
    await release();
    const answers = await Promise.all([first, ...posts]);
    expect(count(answers, 201)).toBe(1_001);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer.body).toMatchObject({ status: 503, code: 'overloaded' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await database.rows()).toHaveLength(1_001);
  });

  it('are stored and answered when the server that has taken them is told to stop', async () => {
    const database = await createTestDatabase();
    const site = await serve({
      PORT: '0',
      DATABASE_URL: database.url,
      SITE_DIR: createTestSite(),
      LOG_LEVEL: 'silent',
    });
    onTestFinished(() => site.close());
    const { release, untilHeld } = await holdCommits(database);
    const posts = Array.from({ length: 40 }, (_, index) =>
      // A connection that comes too late is refused, and takes no message along.
      request(site.url)
        .post('/save-message')
        .send(numbered(index))
        .then(
          ({ status }) => status,
          () => 'no connection',
        ),
    );
    await untilHeld();
    const closed = site.close();
    await release();
    const stored = (await Promise.all(posts)).filter((status) => status !== 'no connection');
    await closed;
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.every((status) => status === 201)).toBe(true);
    expect(await database.rows()).toHaveLength(stored.length);
  });
});
