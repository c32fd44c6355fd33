/**
 * PostgreSQL, server, a proxy in front of it, EmailJS and Chromium for one run, and every way to break them. The
 * browser's clock stands still unless it is moved; all the rest runs in real time.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Request } from '@playwright/test';
import { Client } from 'pg';
import { startTemporaryPostgres } from '../../server/test/temporary-postgres.ts';
import { type EmailjsCounterpart, startEmailjsCounterpart } from '../emailjs-counterpart.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { prepareServer, type ServerProcess } from '../server-process.ts';
import { type KillableBrowser, openKillableBrowser } from './killable-browser.ts';

export interface World {
  emailjs: EmailjsCounterpart;
  proxy: FaultProxy;
  server: ServerProcess;
  /** By a clock that no accident sets. */
  now(): number;
  /** Advances the browser's clock, with the timers of all pages. */
  pass(ms: number): Promise<void>;
  /** As if the computer had slept: what was due is done once, at the end. */
  sleepThrough(ms: number): Promise<void>;
  /** Fires no timers. */
  setClock(byMs: number): Promise<void>;
  /** Waits until no page waits for an answer, with a limit. */
  settle(): Promise<void>;
  browse(): Promise<BrowserContext>;
  /** What it had not written to the disk is lost. */
  killBrowser(): Promise<void>;
  forgetBrowser(): Promise<void>;
  killPostgres(): Promise<void>;
  query<Row extends object>(sql: string, values: unknown[]): Promise<Row[]>;
  /** Ends all faults. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

const MORNING = Date.parse('2026-03-02T09:00:00-03:00');
const PATIENCE_MS = 60_000;
const SETTLING_MS = 3000;
const QUIET_MS = 100;
const INSTALLING_MS = 10_000;

export async function openWorld(): Promise<World> {
  const profile = join(tmpdir(), `portfolio-chaos-profile-${randomUUID()}`);
  const postgres = await startTemporaryPostgres();
  const emailjs = await startEmailjsCounterpart();
  const server = await prepareServer(postgres.url, { SENDER_LIMIT: '1000000' });
  const proxy = await startFaultProxy(server.port);
  await server.start();
  let browser: KillableBrowser | null = null;
  const requestsUnderWay = new Set<Request>();
  let now = MORNING;
  /** How far the browser's clock has been set ahead. */
  let ahead = 0;

  async function browse(): Promise<BrowserContext> {
    if (browser) return browser.context;
    browser = await openKillableBrowser(profile, emailjs.port);
    const { context } = browser;
    await context.clock.install({ time: now + ahead });
    // The clock runs between these two calls, and cannot be set back.
    now += INSTALLING_MS;
    await context.clock.pauseAt(now + ahead);
    context.setDefaultTimeout(PATIENCE_MS);
    requestsUnderWay.clear();
    const noteEnd = (request: Request) => requestsUnderWay.delete(request);
    context.on('request', (request) => requestsUnderWay.add(request));
    context.on('requestfinished', noteEnd).on('requestfailed', noteEnd);
    return context;
  }

  async function killBrowser() {
    const killed = browser;
    browser = null;
    await killed?.kill();
  }

  async function query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  return {
    emailjs,
    proxy,
    server,
    now: () => now,
    async pass(ms) {
      now += ms;
      // Fails for a page that has just crashed or closed.
      await browser?.context.clock.runFor(ms).catch(() => undefined);
    },
    async sleepThrough(ms) {
      now += ms;
      await browser?.context.clock.fastForward(ms).catch(() => undefined);
    },
    async setClock(byMs) {
      ahead += byMs;
      await browser?.context.clock.setSystemTime(now + ahead).catch(() => undefined);
    },
    async settle() {
      const giveUpAt = Date.now() + SETTLING_MS;
      // Pages store what was answered, which also takes a while on a slow machine.
      for (let quietSince = Date.now(); browser && Date.now() - quietSince < QUIET_MS; await sleep(5)) {
        if (requestsUnderWay.size > 0 && Date.now() < giveUpAt) quietSince = Date.now();
      }
      // The requests of a crashed tab never end.
      requestsUnderWay.clear();
    },
    browse,
    killBrowser,
    async forgetBrowser() {
      await killBrowser();
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
    async killPostgres() {
      const [pid] = (await readFile(join(postgres.location, 'data/postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    query,
    async heal() {
      emailjs.reset();
      await proxy.reset();
      await browser?.context.setOffline(false);
      const giveUpAt = Date.now() + PATIENCE_MS;
      // The process that started it starts it again.
      while (!(await query('SELECT 1').catch(() => null))) {
        if (Date.now() > giveUpAt) throw new Error('PostgreSQL does not come back.');
        await sleep(50);
      }
      await server.start();
    },
    async close() {
      await killBrowser();
      await proxy.close();
      await server.stop();
      await emailjs.close();
      await postgres.stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
