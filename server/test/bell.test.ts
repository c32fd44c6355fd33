import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../src/database.ts';
import { parseEnv } from '../src/env.ts';
import { startBell } from '../src/messages/bell.ts';
import { createMessageStore } from '../src/messages/message-store.ts';
import { openRingers } from '../src/messages/ringers.ts';
import type { SpamReason } from '../src/messages/suspicion.ts';
import { serve } from '../src/serve.ts';
import { drawFates, type Fate, startMailServer, startWebhook } from './bell-receivers.ts';
import { buildMessage, createTestDatabase, createTestSite, type TestDatabase } from './support.ts';

/** `BELL_MESSAGES=1000 npm test -- bell` is the long form of the test with faults. */
const MESSAGES = Number(process.env['BELL_MESSAGES'] ?? 60);
// Both are long enough for a busy machine: an answer after the time limit, or a message whose lease has run out, rings twice.
const QUICK = { betweenMs: 5, leastPauseS: 0.02, longestPauseS: 0.2, leaseS: 20 };
const RING_TIMEOUT_MS = 3000;
const PATIENCE_MS = 100_000;

const log = pino({ enabled: false });

async function startCopy(database: TestDatabase, settings: Record<string, string>) {
  const { prisma, close } = createDatabase(database.url, log, PATIENCE_MS);
  const ringers = await openRingers(parseEnv(settings, '.').notify, RING_TIMEOUT_MS);
  const bell = ringers.length > 0 ? startBell(prisma, ringers, log, QUICK) : undefined;
  const store = createMessageStore(prisma, { points: 1_000_000, windowS: 600 }, log, PATIENCE_MS, bell?.nudge);
  onTestFinished(async () => {
    await bell?.stop();
    await close();
  });
  return {
    async save(words: object = {}, spamReasons: SpamReason[] = []): Promise<string> {
      const id = randomUUID();
      await store.save({
        ...buildMessage({ text: `Mensagem de número ${id}`, ...words }),
        id,
        spamReasons,
        sender: id,
      });
      return id;
    },
  };
}

async function untilAllAreTold(database: TestDatabase): Promise<void> {
  const waiting = async () => (await database.query('SELECT FROM messages WHERE notified_at IS NULL')).rowCount;
  await expect.poll(waiting, { timeout: PATIENCE_MS }).toBe(0);
}

const MAIL = { NOTIFY_EMAIL: 'dona@example.com' };

function unfold(mail: string): string {
  return mail.replace(/\r\n[ \t]+/g, ' ');
}

describe('the bell', () => {
  it('is an e-mail for each new message, which one answers to the visitor', async () => {
    const database = await createTestDatabase();
    const mails = await startMailServer();
    const copy = await startCopy(database, { ...MAIL, NOTIFY_SMTP_URL: mails.url });
    const id = await copy.save({ name: 'Ana\u2028Souza', email: 'ana@example.com' });
    await untilAllAreTold(database);
    expect(mails.taken).toHaveLength(1);
    const mail = unfold(mails.taken[0] ?? '');
    expect(mail).toMatch(/^Subject: Nova mensagem de Ana Souza\r$/m);
    expect(mail).toMatch(/^Reply-To: .*<ana@example\.com>\r$/m);
    expect(mail).toMatch(/^To: dona@example\.com\r$/m);
    expect(mail).toContain(`Message-ID: <${id}@portfolio>`);
    expect(mail).toMatch(/^Content-Type: text\/plain/m);
    expect(mail).toContain(id.slice(0, 8));
  });

  it('has no Reply-To where the address could not be one', async () => {
    const database = await createTestDatabase();
    const mails = await startMailServer();
    const copy = await startCopy(database, { ...MAIL, NOTIFY_SMTP_URL: mails.url });
    await copy.save({ email: 'a@b,c@d' });
    await untilAllAreTold(database);
    expect(mails.taken.join()).not.toContain('Reply-To');
  });

  it.each([
    [
      'json',
      '/sino',
      (body: object) => expect(body).toMatchObject({ name: 'Ana <!channel>', text: 'Olá @everyone, tudo bem?' }),
    ],
    [
      'ntfy',
      '/',
      (body: object) => expect(body).toMatchObject({ topic: 'sino', title: 'Nova mensagem de Ana <!channel>' }),
    ],
    ['slack', '/sino', (body: object) => expect(JSON.stringify(body)).toContain('Ana &lt;!channel&gt;')],
    [
      'discord',
      '/sino',
      (body: object) =>
        expect(body).toMatchObject({ content: expect.stringContaining('Olá'), allowed_mentions: { parse: [] } }),
    ],
  ])('speaks to a receiver of kind %s, and calls nobody else there', async (kind, path, check) => {
    const database = await createTestDatabase();
    const hook = await startWebhook();
    const copy = await startCopy(database, { NOTIFY_WEBHOOK_URL: hook.url, NOTIFY_WEBHOOK_KIND: kind });
    await copy.save({ name: 'Ana <!channel>', text: 'Olá @everyone, tudo bem?' });
    await untilAllAreTold(database);
    expect(hook.paths).toEqual([path]);
    check(JSON.parse(hook.taken[0] ?? ''));
  });

  it.each([
    ['https://ntfy.sh/meu-sino', 'ntfy em ntfy.sh'],
    ['https://hooks.slack.com/services/a/b', 'slack em hooks.slack.com'],
    ['https://discord.com/api/webhooks/1/x', 'discord em discord.com'],
    ['https://ana:segredo@example.com/sino', 'json em example.com'],
  ])('knows by the address %s which receiver it is', async (url, place) => {
    expect(await openRingers(parseEnv({ NOTIFY_WEBHOOK_URL: url }, '.').notify)).toMatchObject([{ place }]);
  });

  it('does not ring for spam, for what came before it was set, nor for what the owner has read', async () => {
    const database = await createTestDatabase();
    const hook = await startWebhook(() => (hook.tries() === 1 ? 'refuse' : 'take'));
    await (await startCopy(database, {})).save();
    const copy = await startCopy(database, { NOTIFY_WEBHOOK_URL: hook.url });
    await copy.save({}, ['honeypot']);
    const id = await copy.save();
    await untilAllAreTold(database);
    expect(hook.taken.map((body) => JSON.parse(body).id)).toEqual([id]);
    // The owner already knows a message that he takes out of spam.
    await database.query("UPDATE messages SET status = 'new'");
    await copy.save();
    await untilAllAreTold(database);
    expect(hook.taken).toHaveLength(2);

    await database.query(
      "INSERT INTO messages (name, email, text, fingerprint, status, notified_at) VALUES ('Ana', 'a@b.co', 'x', '', 'read', NULL)",
    );
    await copy.save();
    await expect.poll(() => hook.taken.length, { timeout: PATIENCE_MS }).toBe(3);
  });

  it('rings each way once, while the other one is broken', async () => {
    const database = await createTestDatabase();
    const mails = await startMailServer();
    const hook = await startWebhook(() => (hook.tries() < 4 ? 'refuse' : 'take'));
    const settings = { ...MAIL, NOTIFY_SMTP_URL: mails.url, NOTIFY_WEBHOOK_URL: hook.url };
    await (await startCopy(database, settings)).save();
    await untilAllAreTold(database);
    expect([mails.tries(), hook.tries(), hook.taken.length]).toEqual([1, 4, 1]);
  });

  it('rings once where two copies of the server work at the same time', async () => {
    const database = await createTestDatabase();
    let release = () => {};
    const held = new Promise<Fate>((resolve) => {
      release = () => resolve('take');
    });
    const hook = await startWebhook(() => held);
    const settings = { NOTIFY_WEBHOOK_URL: hook.url };
    const copies = [await startCopy(database, settings), await startCopy(database, settings)] as const;
    await copies[0].save();
    await expect.poll(() => hook.tries(), { timeout: PATIENCE_MS }).toBe(1);
    // It would have been sent together with the first one if that had not been claimed.
    await copies[1].save();
    await expect.poll(() => hook.tries(), { timeout: PATIENCE_MS }).toBeGreaterThan(1);
    release();
    await untilAllAreTold(database);
    expect(hook.taken).toHaveLength(2);
  });

  it('goes on with the other messages where one is refused every time', async () => {
    const database = await createTestDatabase();
    let last: Fate = 'take';
    const hook = await startWebhook(() => last);
    const copy = await startCopy(database, { NOTIFY_WEBHOOK_URL: hook.url });
    last = 'refuse';
    const refused = await copy.save();
    await expect.poll(() => hook.tries(), { timeout: PATIENCE_MS }).toBeGreaterThan(2);
    last = 'take';
    await copy.save();
    await untilAllAreTold(database);
    expect(hook.taken.map((body) => JSON.parse(body).id)).toContain(refused);
  });

  it('notes what it has sent when the database comes back, and sends it to nobody twice', async () => {
    const database = await createTestDatabase();
    const hook = await startWebhook();
    const copy = await startCopy(database, { NOTIFY_WEBHOOK_URL: hook.url });
    await database.query(`
      CREATE TABLE away AS SELECT 1;
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.notified_at IS NOT NULL AND EXISTS (SELECT FROM away) THEN RAISE 'away'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON messages FOR EACH ROW EXECUTE FUNCTION refuse();`);
    await copy.save();
    await expect.poll(() => hook.taken.length, { timeout: PATIENCE_MS }).toBe(1);
    await database.query('DELETE FROM away');
    await untilAllAreTold(database);
    expect(hook.taken).toHaveLength(1);
  });

  it(`rings at least once for each of ${MESSAGES} messages, and hardly ever twice, while mail server and webhook are killed, hang and refuse`, async () => {
    const database = await createTestDatabase();
    const seed = Number(process.env['BELL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    process.stdout.write(`BELL_SEED=${seed}\n`);
    const mails = await startMailServer(drawFates(seed));
    const hook = await startWebhook(drawFates(seed + 1));
    const settings = { ...MAIL, NOTIFY_SMTP_URL: mails.url, NOTIFY_WEBHOOK_URL: hook.url };
    const copies = [await startCopy(database, settings), await startCopy(database, settings)];
    const ids: string[] = [];
    for (let left = MESSAGES; left > 0; left -= 20) {
      const group = Array.from({ length: Math.min(20, left) }, (_, place) => copies[place % 2]?.save());
      for (const id of await Promise.all(group)) ids.push(id ?? '');
    }
    const waiting = async () => (await database.query('SELECT FROM messages WHERE notified_at IS NULL')).rowCount;
    await expect.poll(waiting, { timeout: MESSAGES * 1_500, interval: 200 }).toBe(0);
    for (const { taken, tries } of [mails, hook]) {
      expect(tries()).toBeGreaterThan(MESSAGES);
      const times = ids.map((id) => taken.filter((words) => unfold(words).includes(id)).length);
      expect(times.filter((count) => count === 0)).toEqual([]);
      // An answer that comes after the time limit counts as lost: on a busy machine some answers do.
      expect(times.filter((count) => count > 1).length).toBeLessThanOrEqual(Math.max(6, MESSAGES / 100));
    }
  }, 1_800_000);
});

describe('the site with a bell', () => {
  it('answers and stops as ever while the mail server says nothing, and another start rings', async () => {
    const database = await createTestDatabase();
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('no TCP address');
    const settings = {
      PORT: '0',
      DATABASE_URL: database.url,
      SITE_DIR: createTestSite(),
      LOG_LEVEL: 'silent',
      ...MAIL,
    };
    const site = await serve({ ...settings, NOTIFY_SMTP_URL: `smtp://127.0.0.1:${address.port}` });
    const connected = once(silent, 'connection');
    const response = await fetch(`${site.url}/save-message`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(buildMessage()),
    });
    expect(response.status).toBe(201);
    await connected;
    await site.close();

    await database.query('UPDATE messages SET notify_after = now()');
    const mails = await startMailServer();
    const next = await serve({ ...settings, NOTIFY_SMTP_URL: mails.url });
    onTestFinished(() => next.close());
    await untilAllAreTold(database);
    expect(mails.taken).toHaveLength(1);
  });
});
