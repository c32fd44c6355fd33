import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { E2E_SITE } from '../e2e/e2e-site.mjs';
import { startScript } from '../e2e/script-process.ts';
import { startEmbeddedPostgres } from '../server/src/embedded-postgres.ts';
import { MIGRATION_LOCK } from '../server/src/migrate.ts';
import { listenOnLoopback } from './loopback.ts';
import { isAlive } from './stopping.mjs';

vi.setConfig({ testTimeout: 240_000 });

/** @type {string} */
let folder;
/** @type {(() => unknown)[]} */
let leftovers;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'portfolio-start-')));
  chmodSync(folder, 0o755);
  leftovers = [];
});

afterEach(async () => {
  for (const end of leftovers.reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * On a database of the test's own.
 * @param {Record<string, string>} [variables] @param {{ throughNpm?: boolean }} [options]
 */
function run(variables = {}, { throughNpm = false } = {}) {
  const { child, ended, printed } = startScript(
    'start',
    [],
    // The site that "npm test" has built, not the developer's.
    { ...E2E_SITE, PORT: '0', DATA_DIR: join(folder, 'data'), ...variables },
    { throughNpm },
  );
  leftovers.push(() => {
    child.kill();
    return ended;
  });
  return {
    child,
    ended,
    printed,
    async url() {
      for (;;) {
        const url = /The site is at (http:\S+)/.exec(printed())?.[1];
        if (url) return url;
        if (child.exitCode !== null) throw new Error(`it ended:\n${printed()}`);
        await pause(50);
      }
    },
  };
}

/** @param {string} url */
async function send(url) {
  const response = await fetch(`${url}/save-message`, {
    method: 'POST',
    // Without a key the same words on the same day are the same message.
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({
      name: 'Ana Souza',
      email: 'ana@example.com',
      text: 'Olá! Quero conversar sobre um projeto.',
    }),
  });
  expect(response.status).toBe(201);
  const stored = /** @type {{ id: string }} */ (await response.json());
  return stored.id;
}

async function databasePid() {
  return Number.parseInt(await readFile(join(folder, 'data/postgresql/data/postmaster.pid'), 'utf8'), 10);
}

/** @param {number} pid */
async function untilGone(pid) {
  while (isAlive(pid)) await pause(50);
}

describe('npm start', () => {
  it('shows its steps, then the address, where the messages are and how to read them', async () => {
    const start = run();
    const url = await start.url();
    expect(start.printed()).toMatch(/Starting PostgreSQL … \d+\.\d s\nMigrating the database … \d+\.\d s\n/);
    expect(start.printed()).toContain('npm run studio');
    expect(start.printed()).toContain(join(folder, 'data/postgresql'));
    expect(start.printed()).toMatch(/Links que faltam: owner\.linkedIn/);
    const page = await fetch(`${url}/inicio`);
    expect(page.status).toBe(200);
  });

  // Windows has no SIGTERM: there Ctrl-C in the terminal does the same.
  it.skipIf(process.platform === 'win32')(
    'stops the site and the database when it is told to, with exit code 0',
    async () => {
      const start = run();
      await start.url();
      const database = await databasePid();
      start.child.kill('SIGTERM');
      expect(await start.ended).toBe(0);
      await untilGone(database);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'stops in order, database and all, when it is told to while it waits for another one that migrates',
    async () => {
      const postgres = await startEmbeddedPostgres(join(folder, 'data'));
      const { default: pg } = await import('pg');
      const other = new pg.Client({ connectionString: postgres.url });
      other.on('error', () => {});
      await other.connect();
      await other.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);

      const start = run();
      while (!start.printed().includes('Migrating the database')) await pause(50);
      // From now on only the site holds the database.
      await postgres.stop();
      const database = await databasePid();
      start.child.kill('SIGTERM');
      expect(await start.ended).toBe(0);
      await untilGone(database);
      expect(start.printed()).not.toMatch(/error/i);
    },
  );

  it('finds every acknowledged message again after a kill -9, of itself and of the database', async () => {
    const first = run();
    const id = await send(await first.url());
    first.child.kill('SIGKILL');
    await first.ended;

    const second = run();
    const other = await send(await second.url());
    process.kill(await databasePid(), 'SIGKILL');
    second.child.kill('SIGKILL');
    await second.ended;

    const postgres = await startEmbeddedPostgres(join(folder, 'data'));
    leftovers.push(() => postgres.stop());
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query('SELECT id FROM messages');
    await client.end();
    expect(rows.map((row) => row.id).sort()).toEqual([id, other].sort());
  });

  it.skipIf(process.platform === 'win32')('notices that npm was killed, and stops', async () => {
    const start = run({}, { throughNpm: true });
    await start.url();
    const database = await databasePid();
    start.child.kill('SIGKILL');
    await untilGone(database);
    // Its output ends with the last process that holds it.
    await start.ended;
  });

  it('says in a sentence that its port is taken', async () => {
    const taken = createServer();
    const port = await listenOnLoopback(taken);
    leftovers.push(() => taken.close());

    const start = run({ PORT: String(port), HOST: '127.0.0.1' });
    expect(await start.ended).toBe(1);
    expect(start.printed()).toMatch(new RegExp(`\n\nPORT: ${port} .*already in use[^\n]*\n$`));
  });

  it('never touches the embedded PostgreSQL when DATABASE_URL is set', async () => {
    const postgres = await startEmbeddedPostgres(join(folder, 'another'));
    leftovers.push(() => postgres.stop());
    const start = run({ DATABASE_URL: postgres.url });
    await send(await start.url());
    expect(start.printed()).not.toContain('Starting PostgreSQL');
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});
