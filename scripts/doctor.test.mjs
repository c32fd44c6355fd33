import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../server/src/embedded-postgres.ts';
import { migrate } from '../server/src/migrate.ts';
import { checkEnvFile } from './doctor-checks.mjs';
import { TOP } from './project.mjs';

/** Not made here: for root, a folder of mode 700 would send the database to /var/lib. @type {string} */
let dataDir;
/** What a test leaves to be ended. @type {(() => unknown)[]} */
let leftovers;

beforeEach(() => {
  dataDir = join(tmpdir(), `portfolio-doctor-${randomUUID()}`);
  leftovers = [];
});

afterEach(async () => {
  for (const end of leftovers.reverse()) await end();
  rmSync(dataDir, { recursive: true, force: true });
});

/**
 * Runs the script behind `npm run doctor`.
 * @param {Record<string, string>} [variables]
 * @param {string[]} [args]
 */
async function doctor(variables = {}, args = []) {
  const child = spawn(process.execPath, ['scripts/doctor.mjs', ...args], {
    cwd: TOP,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORTFOLIO_NO_ENV_FILE: '1',
      PORT: '0',
      DATA_DIR: dataDir,
      // A program that runs, so that no test depends on a browser.
      CHROME_PATH: process.execPath,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, printed };
}

async function startDatabase() {
  const postgres = await startEmbeddedPostgres({ dataDir });
  leftovers.push(() => postgres.stop());
  return postgres;
}

/**
 * @param {string} url
 * @param {string} sql
 */
async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

describe('npm run doctor', () => {
  it('finds nothing broken where nothing is, with no database, and makes none', async () => {
    const { code, printed } = await doctor();
    expect(printed).toMatch(/\n0 broken, \d to look at\.\n$/);
    expect(printed).toContain('there is no database yet; messages will be deleted after 365 days');
    expect(code).toBe(0);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('names every variable that does not fit, and what was expected', async () => {
    const { code, printed } = await doctor({
      TRUST_PROXY: 'yes',
      MESSAGE_RETENTION_DAYS: '7',
      VITE_EMAILJS_SERVICE_ID: 'service',
      HTTP_PORT: 'http',
    });
    expect(code).toBe(1);
    expect(printed).toMatch(/^✖ TRUST_PROXY: expected .* given "yes"/m);
    expect(printed).toMatch(/^✖ MESSAGE_RETENTION_DAYS: expected .* given "7"/m);
    expect(printed).toMatch(/^✖ VITE_EMAILJS_TEMPLATE_ID and VITE_EMAILJS_PUBLIC_KEY are missing/m);
    expect(printed).toMatch(/^✖ HTTP_PORT: expected/m);
    expect(printed).toMatch(/\n4 broken/);
  });

  it('tells the site on the port from another program', async () => {
    let answer = '{"status":"ok"}';
    const server = createServer((_request, response) => response.end(answer));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    leftovers.push(() => server.close());
    const address = server.address();
    const PORT = String(typeof address === 'object' && address?.port);
    expect(await doctor({ PORT })).toMatchObject({
      code: 0,
      printed: expect.stringContaining(`the site runs on ${PORT}`),
    });

    answer = 'another program';
    const { code, printed } = await doctor({ PORT });
    expect(code).toBe(1);
    expect(printed).toMatch(new RegExp(`^✖ PORT: ${PORT} .* in use by another program\n  → stop that program`, 'm'));
  });

  it('says what is in a database that runs, and what is pending before', async () => {
    const { url } = await startDatabase();
    expect((await doctor()).printed).toMatch(/^! the database answers; migrations pending: \d+_create_messages, /m);

    await migrate(url, `${TOP}prisma/migrations`);
    await query(
      url,
      `INSERT INTO messages (name, email, text, fingerprint, status, created_at) VALUES
       ('Ana', 'a@b.co', 'x', '', 'new', '2026-11-01T12:00:00Z'), ('Ana', 'a@b.co', 'x', '', 'new', '2026-11-02T12:00:00Z'),
       ('Ana', 'a@b.co', 'x', '', 'read', '2026-11-03T12:00:00Z'), ('Ana', 'a@b.co', 'x', '', 'spam', '2026-11-04T12:00:00Z')`,
    );
    const kept = await doctor({ MESSAGE_RETENTION_DAYS: '0' });
    expect(kept.code).toBe(0);
    expect(kept.printed).toMatch(/4 messages: 2 new, 1 spam; the database takes \d+ MB/);
    expect(kept.printed).toContain('the last message came 2026-11-04T12:00:00.000Z');
    expect(kept.printed).toMatch(/^✔ messages are kept for ever/m);

    await query(url, "UPDATE messages SET created_at = now() - interval '50 days' WHERE status = 'spam'");
    expect((await doctor({ MESSAGE_RETENTION_DAYS: '40' })).printed).toMatch(
      /^! messages are deleted after 40 days, and 1 would be due; they are kept until .*clock.*\n {2}→ .*purge --older-than 40d/m,
    );

    await query(url, 'INSERT INTO retention_clock (trusted_at, seen_at) VALUES (now(), now())');
    expect((await doctor({ MESSAGE_RETENTION_DAYS: '40' })).printed).toMatch(
      /^! messages are deleted after 40 days, and the oldest is of .*\n {2}→ .*purge --older-than 40d/m,
    );
  });

  it('says that a stopped database is stopped, without starting it', async () => {
    const postgres = await startDatabase();
    await postgres.stop();
    const { code, printed } = await doctor();
    expect(code).toBe(0);
    expect(printed).toContain(`the database in ${join(dataDir, 'postgresql')} does not run`);
    expect(existsSync(join(dataDir, 'postgresql/data/postmaster.pid'))).toBe(false);
  });

  it('names DATABASE_URL where nothing answers there, without its password', async () => {
    const { code, printed } = await doctor({ DATABASE_URL: 'postgresql://ana:segredo@127.0.0.1:1/none' });
    expect(code).toBe(1);
    expect(printed).toMatch(/^✖ the database does not answer: .*\n {2}→ .*DATABASE_URL/m);
    expect(printed).not.toContain('segredo');
  });

  it('says that a browser is missing, which breaks only tests', async () => {
    const { code, printed } = await doctor({ CHROME_PATH: join(dataDir, 'chrome') });
    expect(code).toBe(0);
    expect(printed).toMatch(/^! CHROME_PATH: .* is no browser that runs\n {2}→ /m);
  });

  it('knows --help, and no other argument', async () => {
    expect(await doctor({}, ['--help'])).toEqual({ code: 0, printed: expect.stringContaining('Changes nothing.') });
    expect((await doctor({}, ['--fix'])).code).toBe(1);
  });
});

/** @param {AsyncIterable<unknown>} items */
async function collect(items) {
  const all = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('the .env', () => {
  /** @param {string} text */
  async function check(text) {
    const file = join(mkdtempSync(join(tmpdir(), 'portfolio-env-')), '.env');
    leftovers.push(() => rmSync(join(file, '..'), { recursive: true }));
    writeFileSync(file, text);
    chmodSync(file, 0o600);
    return { file, findings: await collect(checkEnvFile(file)) };
  }

  it('may hold every variable of .env.example, and none', async () => {
    expect((await check('PORT=3000\nDOMAIN=example.com\n')).findings).toEqual([
      { level: 'ok', text: '.env: every variable is known' },
    ]);
    expect((await check('')).findings).toHaveLength(1);
    expect(await collect(checkEnvFile(undefined))).toMatchObject([{ level: 'note' }]);
  });

  it('is told where it misspells a variable, and what it may have meant', async () => {
    expect((await check('SITE_ULR=https://x.br\n')).findings).toMatchObject([{ fix: 'write SITE_DIR or SITE_URL' }]);
    expect((await check('DATABSE_URL=postgresql://x\nMY_OWN_THING=1\n')).findings).toEqual([
      { level: 'broken', text: '.env: nothing reads DATABSE_URL', fix: 'write DATABASE_URL' },
      { level: 'warning', text: '.env: nothing reads MY_OWN_THING', fix: expect.stringContaining('.env.example') },
    ]);
  });

  it.skipIf(process.platform === 'win32')('is not for everybody’s eyes', async () => {
    const { file } = await check('PORT=3000\n');
    chmodSync(file, 0o644);
    expect(await collect(checkEnvFile(file))).toContainEqual({
      level: 'warning',
      text: expect.stringContaining('can be read by other users'),
      fix: 'chmod 600 .env',
    });
  });
});
