import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@portfolio/contract/message';
import type { Express } from 'express';
import pg from 'pg';
import pino from 'pino';
import { afterAll, inject, onTestFinished } from 'vitest';
import { type AppDeps, createApp } from '../src/app.ts';
import { createDatabase } from '../src/database.ts';
import { readBuiltSite } from '../src/http/built-site.ts';
import { createHttpServer } from '../src/http/http-server.ts';
import { describeError } from '../src/log.ts';
import { createMessageStore } from '../src/messages/message-store.ts';
import { TEMPLATE_DATABASE } from './global-setup.ts';

export interface TestDatabase {
  url: string;
  rows(): Promise<StoredRow[]>;
  query(sql: string, values?: unknown[]): Promise<pg.QueryResult>;
  /** Runs `work` while another transaction has run this statement and holds its locks. */
  holding<T>(sql: string, work: () => Promise<T>): Promise<T>;
  /** With false, the database is away: connections are closed and refused. */
  allowConnections(allow: boolean): Promise<void>;
}

interface StoredRow extends Message {
  id: string;
  created_at: Date;
  status: string;
  spam_reasons: string[];
}

/** A migrated database, dropped after the test. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const { name, url } = await makeDatabase(`TEMPLATE ${TEMPLATE_DATABASE}`);
  const query = (sql: string, values: unknown[] = []) => queryWith(url, sql, values);
  return {
    url,
    query,
    async holding(sql, work) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await client.query('BEGIN');
        await client.query(sql);
        return await work();
      } finally {
        await client.end();
      }
    },
    async allowConnections(allow) {
      await queryWith(serverUrl, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS ${allow}`, []);
      if (!allow) {
        await queryWith(serverUrl, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      }
    },
    rows: async () => (await query('SELECT * FROM messages ORDER BY created_at, id')).rows,
  };
}

/** A database without tables, dropped after the test. */
export async function createEmptyDatabase(): Promise<string> {
  return (await makeDatabase()).url;
}

async function makeDatabase(options = ''): Promise<{ name: string; url: string }> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copies of one template cannot be made at the same time: with the lock, test files wait for each other here.
  await queryOnce(serverUrl, 'SELECT pg_advisory_lock(1)', `CREATE DATABASE ${name} ${options}`);
  onTestFinished(() => queryOnce(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href };
}

async function queryOnce(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function queryWith(url: string, sql: string, values: unknown[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** Keeps every commit waiting until `release`. Not by a lock, because a statement gives up waiting for one. */
export async function holdCommits(database: TestDatabase) {
  await database.query(`
    CREATE TABLE held AS SELECT 1;
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      WHILE EXISTS (SELECT FROM held) LOOP PERFORM pg_sleep(0.01); END LOOP;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold();`);
  return {
    release: () => database.query('DELETE FROM held'),
    async untilHeld() {
      for (;;) {
        const { rows } = await database.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
        );
        if (rows.length > 0) return;
      }
    },
  };
}

export interface TestApp {
  app: Express;
  database: TestDatabase;
  logged(): string;
}

/** In tests that are not about timeouts, a slow database must not count as away. */
const PATIENCE_MS = 60_000;

interface TestAppOptions extends Partial<AppDeps> {
  /** Instead of the app's own database, for example an address where there is none. */
  databaseUrl?: string;
  /** By default more messages than any test sends. */
  limit?: { points: number; windowS: number };
  lockTimeoutMs?: number;
}

/** The whole app on a database of its own; `overrides` replaces single collaborators. Disconnects after the test. */
export async function startTestApp(overrides: TestAppOptions = {}): Promise<TestApp> {
  const { answerTimeoutMs = PATIENCE_MS, lockTimeoutMs = PATIENCE_MS } = overrides;
  const database = await createTestDatabase();
  const lines: string[] = [];
  const log = pino(
    { level: 'debug', serializers: { err: describeError } },
    { write: (line: string) => void lines.push(line) },
  );
  const { prisma, close } = createDatabase(overrides.databaseUrl ?? database.url, log, answerTimeoutMs, lockTimeoutMs);
  onTestFinished(close);
  const limit = overrides.limit ?? { points: 1_000_000, windowS: 600 };
  const app = createApp({
    messages: createMessageStore(prisma, limit, log, answerTimeoutMs),
    senderKey: Buffer.from('the same for all servers of a test'),
    log,
    site: readBuiltSite(createTestSite()),
    corsOrigins: [],
    trustProxy: 0,
    answerTimeoutMs,
    ...overrides,
  });
  return { app, database, logged: () => lines.join('') };
}

/** A valid message. */
export function buildMessage(overrides: Partial<Message> = {}): Message {
  return {
    name: 'Ana Souza',
    email: 'ana@example.com',
    text: 'Olá! Gostei muito do seu trabalho e quero conversar.',
    ...overrides,
  };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Deleted after the tests of this file. */
export function createTestFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'portfolio-test-')));
  folders.push(folder);
  return folder;
}

/** A small built site: a page, the 404 page, a hashed file with its compressed copies. */
export function createTestSite(): string {
  const dir = createTestFolder();
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'inicio.html'), '<h1>Início</h1>');
  writeFileSync(join(dir, 'inicio.html.br'), 'as if brotli');
  writeFileSync(join(dir, 'inicio.html.gz'), 'as if gzip');
  writeFileSync(join(dir, '404.html'), '<h1>Página não encontrada</h1>');
  writeFileSync(
    join(dir, 'security-headers.json'),
    JSON.stringify({
      headers: { 'Content-Security-Policy': "default-src 'none'", 'X-Content-Type-Options': 'nosniff' },
      httpsHeaders: { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' },
    }),
  );
  writeFileSync(
    join(dir, 'mensagem-recusada.html'),
    '<h1>{{#refused}}não enviada{{/refused}}{{#unreadable}}não deu para ler{{/unreadable}}{{#unsure}}talvez enviada{{/unsure}}</h1>' +
      '<li>{{problems}}</li><input name="name" value="{{name}}"><input name="email" value="{{email}}"><textarea name="text">{{text}}</textarea>',
  );
  writeFileSync(join(dir, 'assets/main-3f9a1c.js'), 'export {};');
  return dir;
}

/** Lets an app listen on a free port of loopback until the test ends. */
export async function listen(
  app: RequestListener,
  options: { stalledTimeoutMs?: number; maxConnections?: number } = {},
): Promise<string> {
  const site = readBuiltSite(createTestSite());
  const server = createHttpServer(app, site, pino({ level: 'silent' }), options).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
