import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../scripts/loopback.ts';
import { migrate } from '../src/migrate.ts';
import { MIGRATIONS_DIR } from './migrations-dir.ts';
import { buildMessage, createEmptyDatabase, createTestDatabase, createTestFolder, startTestApp } from './support.ts';

/** Such as 1.18; undefined if it is not installed (Debian: `pgbouncer`). */
const version = findVersion();

function findVersion(): number | undefined {
  try {
    const [, found = ''] =
      /PgBouncer (\d+\.\d+)/.exec(execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' })) ?? [];
    return Number(found);
  } catch {
    return undefined;
  }
}

/** A PgBouncer in transaction mode, with fewer sessions than the site has connections. */
async function startPooler(url: string): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const database = pathname.slice(1);
  const folder = createTestFolder();
  const own = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${database} = host=${hostname} port=${port} user=${username} password='${decodeURIComponent(password)}' dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
${(version ?? 0) >= 1.21 ? 'max_prepared_statements = 100' : ''}
`,
  );
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['--user=nobody'] : [];
  const pooler = spawn('pgbouncer', ['--quiet', ...account, file], { stdio: 'ignore' });
  onTestFinished(() => void pooler.kill());
  await expect.poll(() => canConnect(own ?? 0), { timeout: 30_000 }).toBe(true);
  return `postgresql://${username}@127.0.0.1:${own}/${database}`;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe.skipIf(version === undefined)('through PgBouncer in transaction mode', () => {
  it('several servers that start at once migrate once', async () => {
    const url = await startPooler(await createEmptyDatabase());
    const applied = await Promise.all([1, 2, 3].map(() => migrate(url, MIGRATIONS_DIR)));
    const names = readdirSync(MIGRATIONS_DIR, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(applied.flat().toSorted()).toEqual(names.map(({ name }) => name).toSorted());
    expect(await migrate(url, MIGRATIONS_DIR)).toEqual([]);
  });

  it.each([
    ['with statements that have no names', '?pgbouncer=true', 0],
    ['with named statements, from 1.21 on', '', 1.21],
  ])('messages are stored, %s', async (_how, query, since) => {
    if ((version ?? 0) < since) return;
    const database = await createTestDatabase();
    const pooled = await startPooler(database.url);
    const { app } = await startTestApp({ databaseUrl: `${pooled}${query}` });
    const texts = Array.from({ length: 60 }, (_, number) => `Uma mensagem de número ${number}`);
    const answers = await Promise.all(
      texts.map((text) => request(app).post('/save-message').send(buildMessage({ text }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 201));
    expect((await database.rows()).map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
    const [row] = (await database.query("SELECT now() - created_at < interval '1 hour' AS fresh FROM messages LIMIT 1"))
      .rows;
    expect(row).toEqual({ fresh: true });
  });
});

describe('a database without a pooler', () => {
  it('works without names of statements too', async () => {
    const database = await createTestDatabase();
    const { app } = await startTestApp({ databaseUrl: `${database.url}&pgbouncer=true`.replace(/^([^?]*)&/, '$1?') });
    expect((await request(app).post('/save-message').send(buildMessage())).status).toBe(201);
  });
});
