import { randomInt } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import {
  type Cluster,
  DATABASE_NAME,
  openCluster,
  SITE_ROLE,
  SUPERUSER,
  sitePassword,
} from './embedded-postgres/cluster.ts';
import { readPostmasterFile, startPostmaster, stopPostmaster } from './embedded-postgres/postmaster.ts';
import { OperatorError } from './operator-error.ts';
import { ScramClient } from './postgres-client.ts';

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** Every process that uses the database holds this advisory lock, shared. Who gets it exclusively is the last one. */
export const HOLDER_LOCK = 0x686f6c64; // "hold" in ASCII

/** Codes of a failed connection while the server starts, recovers, stops or is full. */
const TEMPORARY_ERRORS = ['57P01', '57P02', '57P03', '53300', 'ECONNRESET'];
const NO_SUCH_DATABASE = '3D000';

const START_TIMEOUT_MS = 60_000;

/**
 * Runs PostgreSQL on the files in `dataDir` (absolute; created if missing): starts it, or joins the server that already
 * runs on them. A server that dies is started again on the same port, and `log` gets a sentence
 * (docs/decisions/embedded-postgresql-is-driven-by-us.md). A start cannot be cancelled: wait for its end, then `stop`.
 * @throws OperatorError for what the operator can correct: permissions, a full disk, another version, no binaries
 */
export async function startEmbeddedPostgres(dataDir: string, log: (message: string) => void = () => {}) {
  const cluster = await openCluster(dataDir);
  const stopping = new AbortController();
  let hold = await startOrJoin(cluster, stopping.signal);
  const { port } = hold;
  let recovery = Promise.resolve();
  let stopped: Promise<void> | undefined;

  function recoverWhenLost(): void {
    hold.client.once('end', () => {
      if (!stopping.signal.aborted) recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    log('The embedded PostgreSQL is gone; starting it again.');
    while (!stopping.signal.aborted) {
      try {
        hold = await startOrJoin(cluster, stopping.signal, port);
        recoverWhenLost();
        log('The embedded PostgreSQL runs again.');
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        log(`The embedded PostgreSQL does not start: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(1_000);
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await recovery;
    await release(cluster, hold);
  }

  recoverWhenLost();
  return {
    /** Connection string of the site's role, SCRAM only. It stays valid when PostgreSQL is started again. */
    url: urlOf(port, SITE_ROLE, sitePassword(cluster)),
    /** For tests and benchmarks, which create databases. The site never has it. */
    superuserUrl: urlOf(port, SUPERUSER, cluster.password),
    location: cluster.folder,
    /** Why the files are not in `dataDir`; undefined if they are. */
    locationReason: cluster.reason,
    /** Stops PostgreSQL unless another process uses it. Takes up to three seconds; may be called twice. */
    stop: () => (stopped ??= stop()),
  };
}

function urlOf(port: number, user: string, password: string, database = DATABASE_NAME): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}?require_auth=scram-sha-256`;
}

type Hold = { client: pg.Client; port: number };

async function startOrJoin(cluster: Cluster, signal: AbortSignal, fixedPort?: number): Promise<Hold> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  // Other users of a crashed server expect it on its old port.
  let port = fixedPort ?? (await readPostmasterFile(cluster))?.port ?? anyPort();
  while (Date.now() < deadline) {
    const joined = await join(cluster);
    if (typeof joined === 'object') return joined;
    if (joined === 'absent') {
      const result = await startPostmaster(cluster, port);
      if (result === 'started') continue; // even after an abort: only a hold can stop the server
      if (result === 'port taken') port = fixedPort ?? anyPort();
    }
    signal.throwIfAborted();
    await sleep(100);
  }
  throw new OperatorError(
    `The database in ${cluster.folder} did not start within ${START_TIMEOUT_MS / 1000} seconds; ${cluster.logFile} may say why.`,
  );
}

// Below the range of ephemeral ports.
function anyPort(): number {
  return randomInt(20_000, 32_768);
}

/** Connects to the server that runs on the cluster's files, and takes the lock. `busy`: it is starting or stopping. */
async function join(cluster: Cluster): Promise<Hold | 'absent' | 'busy'> {
  const running = await readPostmasterFile(cluster);
  if (!running) return 'absent';
  let client: pg.Client | undefined;
  try {
    client = await connect(cluster, running.port);
    const { rows } = await client.query<{ data: string; held: boolean }>(
      "SELECT current_setting('data_directory') AS data, pg_try_advisory_lock_shared($1) AS held",
      [HOLDER_LOCK],
    );
    // A copy of our files has the same password, and its server may have taken our port.
    const isOurs = (await realpath(rows[0]?.data ?? '')) === (await realpath(cluster.data));
    if (isOurs && rows[0]?.held) {
      await client.query(await siteRoleSql(cluster));
      return { client, port: running.port };
    }
    await client.end();
    return isOurs ? 'busy' : 'absent'; // ours is being stopped by its last user
  } catch (error) {
    client?.end().catch(() => {});
    return client || TEMPORARY_ERRORS.includes(codeOf(error)) ? 'busy' : 'absent';
  }
}

/** One transaction. It also gives the role databases that are older than the role. */
async function siteRoleSql(cluster: Cluster): Promise<string> {
  // The path is the same from src/ and from dist/.
  const sql = await readFile(fileURLToPath(new URL('../../prisma/site-role.sql', import.meta.url)), 'utf8');
  return `${sql}; ALTER ROLE ${SITE_ROLE} PASSWORD '${sitePassword(cluster)}'`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

async function connect(cluster: Cluster, port: number): Promise<pg.Client> {
  try {
    return await connectTo(cluster, port, DATABASE_NAME);
  } catch (error) {
    if (codeOf(error) !== NO_SUCH_DATABASE) throw error;
  }
  const admin = await connectTo(cluster, port, 'postgres');
  // It fails if another process has just created it; the connection shows that.
  await admin.query(`CREATE DATABASE ${DATABASE_NAME}`).catch(() => {});
  await admin.end();
  return connectTo(cluster, port, DATABASE_NAME);
}

async function connectTo(cluster: Cluster, port: number, database: string): Promise<pg.Client> {
  const client = new ScramClient({
    connectionString: urlOf(port, SUPERUSER, cluster.password, database),
    ssl: false,
    // The site's role may have set another search_path for its database, with functions that hide PostgreSQL's.
    options: '-c search_path=pg_catalog',
    application_name: 'portfolio: holds the database open',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {}); // 'end' follows
  await client.connect();
  return client;
}

async function release(cluster: Cluster, { client }: Hold): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [HOLDER_LOCK]);
    const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [HOLDER_LOCK]);
    // While we hold the lock exclusively nobody can join: others wait until the server has stopped, then start it.
    if (rows[0]?.last) await stopPostmaster(cluster);
  } catch {
    // The server has already stopped.
  } finally {
    await client.end().catch(() => {});
  }
}
