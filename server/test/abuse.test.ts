import { randomUUID } from 'node:crypto';
import { HONEYPOT_FIELD } from '@portfolio/contract/message';
import pg from 'pg';
import pino from 'pino';
import request from 'supertest';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDatabase } from '../src/database.ts';
import { ANSWER_TIMEOUT_MS, LOCK_TIMEOUT_MS } from '../src/http/deadline.ts';
import { keepRetentionOnce, purge } from '../src/messages/retention.ts';
import { senderOf } from '../src/messages/sender-limit.ts';
import { buildMessage, listen, startTestApp } from './support.ts';

const silent = pino({ level: 'silent' });

function numbered(index: number) {
  return buildMessage({ text: `Mensagem de número ${index}, longa o bastante.` });
}

describe('a sender', () => {
  it('over the limit is refused with 429 and told when to come back, and the refused message is not stored', async () => {
    const { app, database } = await startTestApp({
      limit: { points: 3, windowS: 600 },
      corsOrigins: ['https://ana.example'],
    });
    for (let index = 0; index < 3; index += 1) {
      expect((await request(app).post('/save-message').send(numbered(index))).status).toBe(201);
    }
    const response = await request(app).post('/save-message').set('Origin', 'https://ana.example').send(numbered(4));
    expect(response.status).toBe(429);
    expect(response.body.code).toBe('too_many_requests');
    const retryAfter = Number(response.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(600);
    expect(response.headers['access-control-allow-origin']).toBe('https://ana.example');
    expect(response.headers['access-control-expose-headers']).toContain('Retry-After');
    expect(await database.rows()).toHaveLength(3);
  });

  it('is not charged for messages that break a rule', async () => {
    const { app } = await startTestApp({ limit: { points: 1, windowS: 600 } });
    for (let index = 0; index < 3; index += 1) {
      expect((await request(app).post('/save-message').send({ name: 'Al' })).status).toBe(400);
    }
    expect((await request(app).post('/save-message').send(buildMessage())).status).toBe(201);
  });

  it('is not charged for a message that comes again, nor refused one that is stored', async () => {
    const { app } = await startTestApp({ limit: { points: 2, windowS: 600 } });
    const key = randomUUID();
    const send = (message: object) => request(app).post('/save-message').send(message);
    const replay = () => send(numbered(1)).set('Idempotency-Key', key);
    expect((await replay()).status).toBe(201);
    for (let count = 0; count < 3; count += 1) expect((await replay()).status).toBe(200);
    expect((await send(numbered(2))).status).toBe(201);
    expect((await send(numbered(3))).status).toBe(429);
    expect((await replay()).status).toBe(200);
    expect((await send(numbered(2))).status).toBe(200);
    // The key of a stored message allows nothing else.
    expect((await send(numbered(4)).set('Idempotency-Key', key)).status).toBe(429);
  });

  it('may go on when the window is over', async () => {
    const { app, database } = await startTestApp({ limit: { points: 1, windowS: 600 } });
    await request(app).post('/save-message').send(numbered(1));
    expect((await request(app).post('/save-message').send(numbered(2))).status).toBe(429);
    await database.query("UPDATE rate_limits SET window_ends = now() - interval '1 second'");
    expect((await request(app).post('/save-message').send(numbered(2))).status).toBe(201);
  });

  it('is told a wait that gets shorter, however often it tries meanwhile', async () => {
    const { app, database } = await startTestApp({ limit: { points: 1, windowS: 600 } });
    await request(app).post('/save-message').send(numbered(1));
    for (const leftS of [600, 300, 10]) {
      const { headers, status } = await request(app).post('/save-message').send(numbered(2));
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(leftS);
      const nextS = leftS === 600 ? 300 : 10;
      await database.query(`UPDATE rate_limits SET window_ends = window_ends - interval '${leftS - nextS} seconds'`);
    }
  });

  it('is known across two servers on one database, and across a restart', async () => {
    const first = await startTestApp({ limit: { points: 2, windowS: 600 } });
    const second = await startTestApp({ limit: { points: 2, windowS: 600 }, databaseUrl: first.database.url });
    expect((await request(first.app).post('/save-message').send(numbered(1))).status).toBe(201);
    expect((await request(second.app).post('/save-message').send(numbered(2))).status).toBe(201);
    expect((await request(first.app).post('/save-message').send(numbered(3))).status).toBe(429);
    expect((await request(second.app).post('/save-message').send(numbered(4))).status).toBe(429);
    const restarted = await startTestApp({ limit: { points: 2, windowS: 600 }, databaseUrl: first.database.url });
    expect((await request(restarted.app).post('/save-message').send(numbered(5))).status).toBe(429);
  });

  it('cannot slip through with a hundred posts at once', async () => {
    const first = await startTestApp({ limit: { points: 10, windowS: 600 } });
    const second = await startTestApp({ limit: { points: 10, windowS: 600 }, databaseUrl: first.database.url });
    const urls = [await listen(first.app), await listen(second.app)];
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        request(String(urls[index % 2]))
          .post('/save-message')
          .send(numbered(index)),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(90);
    expect(await first.database.rows()).toHaveLength(10);
  });

  it('is stored as a keyed hash, never as an address', async () => {
    const { app, database } = await startTestApp();
    await request(app).post('/save-message').send(buildMessage());
    const { rows } = await database.query('SELECT sender FROM rate_limits');
    expect(rows).toHaveLength(1);
    expect(rows[0].sender).toMatch(/^[\w-]{43}$/);
  });

  it('is one IPv4 address, or one /56 of IPv6', () => {
    expect(senderOf('::ffff:192.0.2.7')).toBe(senderOf('192.0.2.7'));
    expect(senderOf('192.0.2.7')).not.toBe(senderOf('192.0.2.8'));
    expect(senderOf('2001:db8:0:12ff::1')).toBe(senderOf('2001:db8:0:1200:ffff::2'));
    expect(senderOf('2001:db8:0:1200::1')).not.toBe(senderOf('2001:db8:0:1300::1'));
    expect(senderOf('not an address')).toBe('unknown');
  });

  it('behind proxies is taken from as many hops as are trusted, and from no forged one', async () => {
    const { app } = await startTestApp({ limit: { points: 1, windowS: 600 }, trustProxy: 1 });
    const send = (forwarded: string, index: number) =>
      request(app).post('/save-message').set('X-Forwarded-For', forwarded).send(numbered(index));
    expect((await send('198.51.100.1, 192.0.2.1', 1)).status).toBe(201);
    expect((await send('198.51.100.2, 192.0.2.1', 2)).status).toBe(429);
    expect((await send('192.0.2.2', 3)).status).toBe(201);

    const untrusting = await startTestApp({ limit: { points: 1, windowS: 600 } });
    const forge = (address: string, index: number) =>
      request(untrusting.app).post('/save-message').set('X-Forwarded-For', address).send(numbered(index));
    expect((await forge('192.0.2.1', 1)).status).toBe(201);
    expect((await forge('192.0.2.2', 2)).status).toBe(429);
  });

  it('is let through when the limiter itself fails', async () => {
    const { app, database, logged } = await startTestApp({ limit: { points: 1, windowS: 600 } });
    await database.query('DROP TABLE rate_limits');
    expect((await request(app).post('/save-message').send(numbered(1))).status).toBe(201);
    expect((await request(app).post('/save-message').send(numbered(2))).status).toBe(201);
    expect(logged()).toContain('the sender limit failed');
  });

  it('is let through when the limiter hangs', async () => {
    const { app, database, logged } = await startTestApp({
      limit: { points: 1, windowS: 600 },
      lockTimeoutMs: LOCK_TIMEOUT_MS,
    });
    await database.holding('LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE', async () => {
      const urls = Array.from({ length: 12 }, (_, index) => request(app).post('/save-message').send(numbered(index)));
      // More than there are connections, so that a statement that was given up cannot keep one.
      expect((await Promise.all(urls)).map(({ status }) => status)).toEqual(urls.map(() => 201));
      const { rows } = await database.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows).toEqual([{ waiting: 0 }]);
    });
    expect(logged()).toContain('the sender limit failed');
    expect(await database.rows()).toHaveLength(12);
  });

  it('has most of the time that a message may take left when the limiter was given up', () => {
    expect(LOCK_TIMEOUT_MS).toBeLessThan(ANSWER_TIMEOUT_MS / 2);
  });
});

/** Of id and time only the length, which is the same in all answers. */
function comparable({ headers, body }: request.Response) {
  const { date: _date, etag: _etag, ...others } = headers;
  const { id, createdAt } = body;
  return { headers: others, id: String(id).length, createdAt: String(createdAt).length, fields: Object.keys(body) };
}

describe('a message that looks like spam', () => {
  it('costs the same work: the same statements, in the same order, as any other', async () => {
    const { app } = await startTestApp();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    const statementsFor = async (body: object) => {
      query.mockClear();
      expect((await request(app).post('/save-message').send(body)).status).toBe(201);
      return query.mock.calls.map(([statement]: unknown[]) =>
        typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement,
      );
    };
    // The first message of a connection has more statements.
    await statementsFor(numbered(1));
    const ham = await statementsFor(numbered(2));
    const spam = await statementsFor({ ...numbered(3), name: 'www.x.example', [HONEYPOT_FIELD]: 'x' });
    expect(ham.length).toBeGreaterThan(0);
    expect(spam).toEqual(ham);
  });

  it.each([
    ['a filled honeypot', { [HONEYPOT_FIELD]: 'verão' }, ['honeypot']],
    ['markup', { text: 'Compre <a href="https://x.example">aqui</a>, é barato mesmo' }, ['markup', 'links']],
    ['forum markup', { text: 'Compre [url=https://x.example]aqui[/url], é barato mesmo' }, ['markup', 'links']],
    ['a link for a name', { name: 'https://x.example' }, ['link_in_name']],
    ['seven links', { text: 'https://a.example www.b.example '.repeat(4) }, ['links']],
    ['several of these', { name: 'www.x.example', [HONEYPOT_FIELD]: 'x' }, ['honeypot', 'link_in_name']],
  ])(
    'for %s is stored under that status with its reasons, and the sender sees no difference',
    async (_kind, overrides, reasons) => {
      const { app, database } = await startTestApp();
      const ham = await request(app)
        .post('/save-message')
        .send(buildMessage({ text: 'Uma mensagem como outra qualquer.' }));
      const spam = await request(app)
        .post('/save-message')
        .send({ ...buildMessage(), ...overrides });
      expect(spam.status).toBe(ham.status);
      expect(Object.keys(spam.body)).toEqual(Object.keys(ham.body));
      expect(comparable(spam)).toEqual(comparable(ham));

      const stored = await database.rows();
      expect(stored.map(({ status }) => status).sort()).toEqual(['new', 'spam']);
      expect(stored.find(({ status }) => status === 'spam')?.spam_reasons).toEqual(reasons);
    },
  );

  it.each([
    ['one link', 'Vi o projeto em https://example.com e gostei muito.'],
    [
      'a signature with four links',
      'Vaga: https://a.example, time: https://b.example, eu: https://c.example e www.d.example',
    ],
    ['three links', 'Vaga: https://a.example, time: https://b.example, eu: https://c.example'],
    ['code', 'No seu if (a < b && c > d) falta um caso, acho eu.'],
    ['capitals and exclamation marks', 'ADOREI O SEU TRABALHO!!! PARABÉNS!!!'],
  ])('is not one with %s', async (_kind, text) => {
    const { app, database } = await startTestApp();
    await request(app).post('/save-message').send(buildMessage({ text }));
    expect(await database.rows()).toMatchObject([{ status: 'new', spam_reasons: [] }]);
  });

  it('is one when the very same message came before under another key, but not when it is sent again under its own', async () => {
    const { app, database } = await startTestApp();
    const send = (key: string) => request(app).post('/save-message').set('Idempotency-Key', key).send(buildMessage());
    const [first, second] = [randomUUID(), randomUUID()];
    await send(first);
    await send(first);
    expect(await database.rows()).toMatchObject([{ status: 'new' }]);
    expect((await send(second)).status).toBe(201);
    const spam = (await database.rows()).find(({ id }) => id === second);
    expect(spam).toMatchObject({ status: 'spam', spam_reasons: ['repeated'] });
  });

  it('is not one when the very same message came the day before', async () => {
    const { app, database } = await startTestApp();
    const send = () => request(app).post('/save-message').set('Idempotency-Key', randomUUID()).send(buildMessage());
    await send();
    await database.query("UPDATE messages SET created_at = created_at - interval '25 hours'");
    await send();
    expect(await database.rows()).toMatchObject([{ status: 'new' }, { status: 'new' }]);
  });

  it('keeps the answer of the first time when it comes again', async () => {
    const { app } = await startTestApp();
    const key = randomUUID();
    const send = () =>
      request(app)
        .post('/save-message')
        .set('Idempotency-Key', key)
        .send({ ...buildMessage(), [HONEYPOT_FIELD]: 'x' });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
  });
});

describe('two servers on one database', () => {
  it('store a message that reaches both at once, a hundred times, once', async () => {
    const first = await startTestApp();
    const second = await startTestApp({ databaseUrl: first.database.url });
    const urls = [await listen(first.app), await listen(second.app)];
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        request(String(urls[index % 2]))
          .post('/save-message')
          .set('Idempotency-Key', key)
          .send(buildMessage()),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(99);
    expect(await first.database.rows()).toHaveLength(1);
  });
});

describe('keeping messages only as long as promised', () => {
  it('deletes those that are older, in batches, and no other', async () => {
    const { database } = await startTestApp();
    // A time zone that always differs from UTC.
    await database.query(
      `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET timezone = 'Pacific/Kiritimati'`,
    );
    const { prisma, close } = createDatabase(database.url, silent, 60_000);
    onTestFinished(close);
    await database.query(`
      INSERT INTO messages (name, email, text, fingerprint, created_at)
      SELECT 'Ana', 'ana@example.com', 'texto longo o bastante', '', now() - interval '400 days' FROM generate_series(1, 1200)`);
    await database.query(`
      INSERT INTO messages (name, email, text, fingerprint, created_at)
      SELECT 'Bia', 'bia@example.com', 'texto longo o bastante', '', now() - interval '300 days' FROM generate_series(1, 3)`);
    const before = new Date(Date.now() - 365 * 86_400_000);
    await database.query(`
      INSERT INTO messages (name, email, text, fingerprint, created_at)
      VALUES ('Caio', 'caio@example.com', 'texto longo o bastante', '', now() - interval '365 days 1 hour')`);
    const deleted = await Promise.all([purge(prisma, before), purge(prisma, before)]);
    expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(1201);
    expect((await database.rows()).map(({ name }) => name)).toEqual(['Bia', 'Bia', 'Bia']);
  });

  it('keeps them for ever where the owner has set no days', async () => {
    const { database } = await startTestApp();
    const { prisma, close } = createDatabase(database.url, silent, 60_000);
    onTestFinished(close);
    await database.query(`
      INSERT INTO messages (name, email, text, fingerprint, created_at)
      VALUES ('Ana', 'ana@example.com', 'texto longo o bastante', '', now() - interval '4000 days')`);
    await keepRetentionOnce(prisma, 0, silent);
    await database.query('UPDATE retention_clock SET trusted_at = seen_at');
    await keepRetentionOnce(prisma, 0, silent);
    expect(await database.rows()).toHaveLength(1);
  });

  it('takes new messages while a batch is being deleted', async () => {
    const { app, database } = await startTestApp();
    await database.query(`
      INSERT INTO messages (name, email, text, fingerprint, created_at)
      SELECT 'Ana', 'ana@example.com', 'texto longo o bastante', '', now() - interval '400 days' FROM generate_series(1, 3);
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN OLD; END $$;
      CREATE TRIGGER wait AFTER DELETE ON messages FOR EACH ROW EXECUTE FUNCTION wait()`);
    const { prisma, close } = createDatabase(database.url, silent, 60_000);
    onTestFinished(close);
    const { batch } = await database.holding('SELECT pg_advisory_xact_lock(4711)', async () => {
      // An hour ago, so that it is not the message that is about to come.
      const batch = purge(prisma, new Date(Date.now() - 3_600_000));
      const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
      await expect.poll(async () => (await database.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
      // The batch has deleted rows and not committed: it holds all the locks that it needs.
      expect((await request(app).post('/save-message').send(buildMessage())).status).toBe(201);
      // In an object: a promise returned by itself would be awaited while the lock is held.
      return { batch };
    });
    expect(await batch).toBe(3);
    expect(await database.rows()).toMatchObject([buildMessage()]);
  });

  describe('by the clock of the database, which may be wrong', () => {
    /** Two servers that keep messages for 365 days, on a database with one of 300 days whose clock is trusted. */
    async function startRetention() {
      const { database } = await startTestApp();
      const { prisma, close } = createDatabase(database.url, silent, 60_000);
      onTestFinished(close);
      await database.query(`
        INSERT INTO messages (name, email, text, fingerprint, created_at)
        VALUES ('Ana', 'ana@example.com', 'texto longo o bastante', '', now() - interval '300 days')`);
      const lines: string[] = [];
      const log = pino({}, { write: (line: string) => void lines.push(line) });
      const round = async () => {
        await Promise.all([1, 2].map(() => keepRetentionOnce(prisma, 365, log)));
        return { kept: (await database.rows()).length, log: lines.splice(0).join('') };
      };
      /** Sets the clock ahead by some hours in which no round runs: everything stored becomes so much older. */
      const setOn = (hours: number) =>
        database.query(`
          UPDATE retention_clock SET trusted_at = trusted_at - interval '${hours} hours', seen_at = seen_at - interval '${hours} hours';
          UPDATE messages SET created_at = created_at - interval '${hours} hours'`);
      const steadyHours = async (hours: number) => {
        for (let hour = 1; hour < hours; hour += 1) {
          await setOn(1);
          await round();
        }
        await setOn(1);
        return round();
      };
      await round();
      await database.query('UPDATE retention_clock SET trusted_at = seen_at');
      return { setOn, round, steadyHours };
    }
    const YEAR = 366 * 24;

    it('deletes what is due, also where the site is off for days at a time', async () => {
      const { setOn, round } = await startRetention();
      for (let days = 300; days < 360; days += 6) {
        await setOn(6 * 24);
        expect(await round()).toEqual({ kept: 1, log: '' });
      }
      await setOn(6 * 24);
      expect(await round()).toEqual({ kept: 0, log: expect.stringContaining('past their retention were deleted') });
    });

    it('takes nothing from the clock of the machine', async () => {
      const { setOn, round } = await startRetention();
      onTestFinished(() => void vi.useRealTimers());
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + YEAR * 3_600_000 });
      await setOn(1);
      expect(await round()).toEqual({ kept: 1, log: '' });
    });

    it('keeps everything for a day after the clock has jumped ahead, and says so in every round', async () => {
      const { setOn, round, steadyHours } = await startRetention();
      await setOn(YEAR);
      const held = await round();
      expect(held.kept).toBe(1);
      const line = JSON.parse(held.log.split('\n')[0] ?? '');
      expect(line).toMatchObject({ level: 40, heldBack: 1, days: 365 });
      expect(Date.parse(line.until) - Date.parse(line.clock)).toBe(86_400_000);
      expect(await steadyHours(23)).toEqual({ kept: 1, log: expect.stringContaining('"heldBack":1') });
      expect(await steadyHours(1)).toEqual({ kept: 0, log: expect.stringContaining('were deleted') });
    });

    it('is not confirmed by a second jump', async () => {
      const { setOn, round, steadyHours } = await startRetention();
      await setOn(YEAR);
      await round();
      await setOn(YEAR);
      expect((await round()).kept).toBe(1);
      expect((await steadyHours(20)).kept).toBe(1);
      expect((await steadyHours(5)).kept).toBe(0);
    });

    it('deletes nothing when it is set right again, nor when it was behind, and then goes on', async () => {
      const { setOn, round, steadyHours } = await startRetention();
      await setOn(YEAR);
      await round();
      await setOn(-YEAR);
      expect(await steadyHours(30)).toEqual({ kept: 1, log: '' });
      await setOn(-YEAR);
      expect(await steadyHours(30)).toEqual({ kept: 1, log: '' });
      await setOn(YEAR);
      await steadyHours(30);
      for (let days = 0; days < 66; days += 6) await setOn(6 * 24).then(round);
      expect((await round()).kept).toBe(0);
    });

    it('deletes in the end also where the site only ever runs for a moment', async () => {
      const { setOn, round } = await startRetention();
      for (let fortnight = 0; fortnight < 5; fortnight += 1) {
        await setOn(14 * 24);
        expect((await round()).kept).toBe(1);
      }
      for (let fortnight = 0; fortnight < 10; fortnight += 1) await setOn(14 * 24).then(round);
      expect((await round()).kept).toBe(0);
    });

    it('keeps everything for a day where it is seen for the first time, as after a restore', async () => {
      const { database } = await startTestApp();
      const { prisma, close } = createDatabase(database.url, silent, 60_000);
      onTestFinished(close);
      await database.query(`
        INSERT INTO messages (name, email, text, fingerprint, created_at)
        VALUES ('Ana', 'ana@example.com', 'texto longo o bastante', '', now() - interval '400 days')`);
      await keepRetentionOnce(prisma, 365, silent);
      expect(await database.rows()).toHaveLength(1);
    });
  });
});
