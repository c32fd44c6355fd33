import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, HOLDER_LOCK, startEmbeddedPostgres } from '../src/embedded-postgres.ts';
import { OperatorError } from '../src/operator-error.ts';
import { poolTo } from '../src/postgres-client.ts';

const HOLDER = fileURLToPath(new URL('./embedded-postgres-holder.ts', import.meta.url));
const IS_ROOT = process.getuid?.() === 0;

/** Most tests begin with a copy of it, which takes a tenth of the time of a new database. */
let made: EmbeddedPostgres;
/** The database's account may enter it even if we are root; `data` in it is a copy of that database. */
let folder: string;
let leftovers: (() => unknown)[];

function makeFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'portfolio-embedded-')));
  chmodSync(path, 0o755);
  return path;
}

beforeAll(async () => {
  made = await startEmbeddedPostgres(join(makeFolder(), 'data'));
  await made.stop();
});

afterAll(() => rmSync(join(made.location, '../..'), { recursive: true, force: true }));

beforeEach(async () => {
  folder = makeFolder();
  mkdirSync(join(folder, 'data'));
  // It keeps the owner, who is not root, and takes a sixth of the time of Node's own cp.
  if (process.platform !== 'win32') execFileSync('cp', ['-a', made.location, join(folder, 'data')]);
  else await cp(made.location, join(folder, 'data/postgresql'), { recursive: true });
  leftovers = [];
});

afterEach(async () => {
  for (const end of leftovers.reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
});

async function start(dataDir = join(folder, 'data'), log?: (message: string) => void): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(dataDir, log);
  leftovers.push(() => postgres.stop());
  return postgres;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Asks again until there is an answer that is neither an error nor undefined. */
async function eventually<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    await pause(50);
  }
}

async function postmasterPid({ location }: { location: string }): Promise<number> {
  return Number.parseInt(await readFile(join(location, 'data/postmaster.pid'), 'utf8'), 10);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

// Empty if the system does not tell.
async function postgresProcessesOf(path: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return places.filter((place) => place.startsWith(path));
}

// The system may show an ended process for another moment.
async function untilGone(pid: number): Promise<void> {
  // A zombie has ended: who takes the place of its parent in a container may not ask for its status for minutes.
  const isZombie = async () => /^\d+ \(.*\) Z/s.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));
  await eventually(async () => !isRunning(pid) || (await isZombie()) || undefined);
}

function forkHolder(dataDir = join(folder, 'data')): ChildProcess {
  const child = fork(HOLDER, [dataDir], { execArgv: ['--import', 'tsx'], stdio: 'inherit' });
  leftovers.push(() => child.kill('SIGKILL'));
  return child;
}

async function urlFrom(child: ChildProcess): Promise<string> {
  const [told] = await once(child, 'message');
  if (told.error) throw new Error(told.error);
  return told.url;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function fault(dataDir: string): Promise<string> {
  const error: unknown = await startEmbeddedPostgres(dataDir).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OperatorError);
  return error instanceof Error ? error.message : '';
}

describe('the embedded PostgreSQL', () => {
  it('makes a database at the first start and finds its rows again at the next, also in a path with blanks and accents', async () => {
    const dataDir = join(folder, 'Área de trabalho', 'meu portfólio', '.data');
    const first = await start(dataDir);
    await query(first.url, "CREATE TABLE notes AS SELECT 'olá, ção 👋' AS text");
    await first.stop();

    const second = await start(dataDir);
    expect(await query(second.url, 'SELECT text FROM notes')).toEqual([{ text: 'olá, ção 👋' }]);
    expect(second.location).toBe(join(dataDir, 'postgresql'));
  });

  it('that is told to stop while it starts again leaves no process', async () => {
    const told: string[] = [];
    const postgres = await start(undefined, (message) => told.push(message));
    process.kill(await postmasterPid(postgres), 'SIGKILL');
    await eventually(async () => told.at(-1)?.includes('starting it again') || undefined);
    await postgres.stop();
    await expect.poll(() => postgresProcessesOf(folder), { timeout: 60_000 }).toEqual([]);
  });

  it('is UTF-8 whatever the system speaks, and checks its pages', async () => {
    const { url } = await start();
    const [row] = await query(
      url,
      "SELECT current_setting('server_encoding') AS encoding, current_setting('data_checksums') AS checksums, upper('ção') AS upper",
    );
    expect(row).toEqual({ encoding: 'UTF8', checksums: 'on', upper: 'ÇÃO' });
  });

  it('listens on this machine only, and to nobody without the password', async () => {
    const { url, superuserUrl, location } = await start();
    const [row] = await query(
      superuserUrl,
      "SELECT current_setting('listen_addresses') AS tcp, current_setting('unix_socket_directories') AS sockets",
    );
    expect(row).toEqual({ tcp: '127.0.0.1', sockets: '' });
    const guess = new URL(url);
    guess.password = 'guess';
    await expect(query(guess.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    if (process.platform !== 'win32') expect((await stat(join(location, 'password'))).mode & 0o777).toBe(0o600);
  });

  it('keeps what visitors wrote out of its log when a statement fails', async () => {
    const { url, location } = await start();
    await query(url, 'CREATE TABLE notes (text text NOT NULL, stored boolean NOT NULL)');
    await expect(query(url, "INSERT INTO notes VALUES ('a secret of Ana', NULL)")).rejects.toThrow(/not-null/);
    const log = await readFile(join(location, 'postgres.log'), 'utf8');
    expect(log).toContain('not-null');
    expect(log).not.toContain('a secret of Ana');
  });

  it('leaves no process and no lock behind when it stops', async () => {
    const postgres = await start();
    const pid = await postmasterPid(postgres);
    await postgres.stop();
    await untilGone(pid);
    expect(await readdir(join(postgres.location, 'data'))).not.toContain('postmaster.pid');
  });
});

describe('the role of the site, the owner’s commands and Studio', () => {
  it('can neither run programs nor read files, and makes no role or database', async () => {
    const { url } = await start();
    for (const [sql, refusal] of [
      ["COPY (SELECT 1) TO PROGRAM 'cat'", /permission denied to COPY to or from an external program/],
      ["SELECT pg_read_file('postgresql.conf')", /permission denied for function pg_read_file/],
      ['CREATE ROLE another', /permission denied to create role/],
      ['CREATE DATABASE another', /permission denied to create database/],
    ] as const) {
      await expect(query(url, sql)).rejects.toThrow(refusal);
    }
  });

  it('owns what a superuser made before there was the role, rows and all', async () => {
    const first = await start();
    await query(
      first.superuserUrl,
      `ALTER DATABASE portfolio OWNER TO portfolio; DROP OWNED BY portfolio_site; DROP ROLE portfolio_site;
       SET search_path = public;
       CREATE TYPE mood AS ENUM ('fine'); CREATE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE SEQUENCE numbers;
       CREATE TABLE notes (id serial PRIMARY KEY, mood mood DEFAULT 'fine'); CREATE VIEW moods AS SELECT mood FROM notes;
       INSERT INTO notes DEFAULT VALUES`,
    );
    await first.stop();

    const { url } = await start();
    await query(
      url,
      `ALTER TABLE notes ADD COLUMN more int; ALTER TYPE mood ADD VALUE 'sad'; ALTER SEQUENCE numbers RESTART;
       CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 2'; DROP VIEW moods; CREATE SCHEMA another`,
    );
    await query(url, 'INSERT INTO notes DEFAULT VALUES');
    expect(await query(url, 'SELECT id, mood, one() FROM notes')).toEqual([
      { id: 1, mood: 'fine', one: 2 },
      { id: 2, mood: 'fine', one: 2 },
    ]);
  });

  it('has no function of its own run by the superuser at the next start', async () => {
    const first = await start();
    await query(
      first.url,
      `CREATE FUNCTION public.pg_try_advisory_lock_shared(int) RETURNS boolean LANGUAGE plpgsql AS
         'BEGIN ALTER ROLE portfolio_site SUPERUSER; RETURN true; END';
       ALTER DATABASE portfolio SET search_path = public, pg_catalog`,
    );
    await first.stop();
    const { url } = await start();
    const role = 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user';
    expect(await query(url, role)).toEqual([{ rolsuper: false }]);
  });
});

// https://www.postgresql.org/docs/18/protocol-message-formats.html
function message(type: string, ...parts: (Buffer | number)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([0, 0, 0, part]) : part)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

const IN = Buffer.concat([message('R', 0), message('Z', Buffer.from('I'))]);
/** How another program on the port might ask for the password, or do without; and what a client may answer at most. */
const IMPOSTORS = [
  { asks: 'for the password in clear text', greeting: message('R', 3) },
  { asks: 'for the password as MD5', greeting: message('R', 5, Buffer.from('salt')) },
  { asks: 'for no password', greeting: IN },
  { asks: 'for SCRAM, which it cannot do', greeting: message('R', 10, Buffer.from('SCRAM-SHA-256\0\0')) },
];

it('somebody else on the port of a server that was killed learns nothing, and the next start succeeds', async () => {
  const child = forkHolder();
  const url = await urlFrom(child);
  await query(url, 'CREATE TABLE notes AS SELECT 1 AS id');
  await kill(child);
  const pid = await postmasterPid({ location: join(folder, 'data/postgresql') });
  process.kill(pid, 'SIGKILL');
  await untilGone(pid);

  let greeting: Buffer;
  /** Types of the messages after the first one of a connection, which names user and database. */
  let heard: string[];
  const impostor = createServer((socket: Socket) => {
    let hasAsked = false;
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(greeting);
      socket.on('data', (data) => {
        const type = data.toString('latin1', 0, 1);
        heard.push(type);
        const nonce = /r=([^,]+)/.exec(data.toString('latin1'))?.[1];
        socket.write(
          hasAsked
            ? Buffer.concat([message('R', 12, Buffer.from('v=d3Jvbmc=')), IN])
            : message('R', 11, Buffer.from(`r=${nonce}more,s=c2FsdA==,i=4096`)),
        );
        hasAsked = true;
      });
    });
  });
  await eventually(
    () =>
      new Promise<true>((resolve, reject) => {
        impostor.once('error', reject).listen(Number(new URL(url).port), '127.0.0.1', () => resolve(true));
      }),
  );
  leftovers.push(() => impostor.close());

  const pool = new pg.Pool(poolTo(url));
  pool.on('error', () => {});
  for (const way of IMPOSTORS) {
    greeting = way.greeting;
    heard = [];
    await expect(pool.query("SELECT 'a visitor’s text'"), way.asks).rejects.toThrow(/SCRAM/);
    // SCRAM's two answers of the client reveal nothing; other programs get no answer.
    expect(heard.join(''), way.asks).toMatch(greeting.includes('SCRAM') ? /^(pp)+$/ : /^$/);
  }
  const next = await start();
  expect(await query(next.url, 'SELECT id FROM notes')).toEqual([{ id: 1 }]);
  await pool.end();
});

describe('several users of one database', () => {
  it('share one server, which runs until the last of them stops', async () => {
    const first = await start();
    const second = await start();
    const pid = await postmasterPid(first);
    expect(second.url).toBe(first.url);

    await first.stop();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
    await untilGone(pid);
  });

  it('may all come first at the same time', async () => {
    const all = await Promise.all([1, 2, 3].map(() => start(join(folder, 'new'))));
    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    expect(await readdir(join(folder, 'new'))).toEqual(['postgresql']);
  });

  it('may come while the last one stops', async () => {
    const first = await start();
    const [second] = await Promise.all([start(), first.stop()]);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const [third] = await Promise.all([pause(20).then(() => start()), second.stop()]);
    expect(await query(third.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('with a copy of the folder get a server of their own', async () => {
    const original = join(folder, 'data/postgresql');
    await cp(original, join(folder, 'copy/postgresql'), { recursive: true });
    const running = await start();
    await cp(join(running.location, 'data/postmaster.pid'), join(folder, 'copy/postgresql/data/postmaster.pid'));
    if (IS_ROOT) await giveToOwnerOf(original, join(folder, 'copy/postgresql'));

    const copy = await start(join(folder, 'copy'));
    expect(copy.url).not.toBe(running.url);
    await query(copy.url, 'CREATE TABLE only_in_the_copy ()');
    expect(await query(running.url, "SELECT to_regclass('only_in_the_copy') AS found")).toEqual([{ found: null }]);
  });
});

describe('after a kill -9', () => {
  it('of the server, it comes back by itself on the same URL with every committed row', async () => {
    const told: string[] = [];
    const postgres = await start(undefined, (message) => told.push(message));
    await query(postgres.url, 'CREATE TABLE notes AS SELECT 1 AS id');
    const pid = await postmasterPid(postgres);
    process.kill(pid, 'SIGKILL');

    expect(await eventually(() => query(postgres.url, 'SELECT id FROM notes'))).toEqual([{ id: 1 }]);
    expect(await postmasterPid(postgres)).not.toBe(pid);
    await eventually(async () => told.at(-1)?.includes('runs again') || undefined);
  });

  it('of the server with several users, all of them find it again', async () => {
    const first = await start();
    const child = forkHolder();
    expect(await urlFrom(child)).toBe(first.url);
    process.kill(await postmasterPid(first), 'SIGKILL');
    await eventually(() => query(first.url, 'SELECT 1'));
    // Both hold it again: the server continues when we leave.
    const holders = `SELECT count(*)::int AS holders FROM pg_locks WHERE locktype = 'advisory' AND objid = ${HOLDER_LOCK} AND granted`;
    await eventually(async () => (await query(first.url, holders))[0]?.['holders'] === 2 || undefined);
    await first.stop();
    expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const pid = await postmasterPid(first);
    child.send('stop');
    await once(child, 'exit');
    await untilGone(pid);
  });

  it('of the process that started it, the next start joins the orphan and stops it in the end', async () => {
    const child = forkHolder();
    const url = await urlFrom(child);
    await query(url, 'CREATE TABLE notes AS SELECT 1 AS id');
    await kill(child);

    const next = await start();
    expect(next.url).toBe(url);
    expect(await query(next.url, 'SELECT id FROM notes')).toEqual([{ id: 1 }]);
    const pid = await postmasterPid(next);
    await next.stop();
    await untilGone(pid);
  });

  it('of the process and then the server, the next start recovers', async () => {
    const child = forkHolder();
    await query(await urlFrom(child), 'CREATE TABLE notes AS SELECT 1 AS id');
    await kill(child);
    process.kill(await postmasterPid({ location: join(folder, 'data/postgresql') }), 'SIGKILL');

    const next = await start();
    expect(await query(next.url, 'SELECT id FROM notes')).toEqual([{ id: 1 }]);
  });

  it('while the first database was being made, the next start begins anew', async () => {
    const dataDir = join(folder, 'new');
    const child = forkHolder(dataDir);
    await eventually(async () => (await readdir(dataDir)).find((name) => name.startsWith('unfinished-')));
    await kill(child);

    const next = await start(dataDir);
    expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  // Windows checks the process itself.
  it.skipIf(process.platform === 'win32')(
    'is not misled when the old process id belongs to a stranger now',
    async () => {
      const first = await start();
      await query(first.url, 'CREATE TABLE notes AS SELECT 1 AS id');
      const pidFile = join(first.location, 'data/postmaster.pid');
      const left = await readFile(pidFile, 'utf8');
      await first.stop();
      const { uid, gid } = await stat(first.location);
      const stranger = spawn('sleep', ['600'], { uid, gid, stdio: 'ignore' });
      leftovers.push(() => stranger.kill('SIGKILL'));
      await writeFile(pidFile, left.replace(/^\d+/, String(stranger.pid)));
      if (IS_ROOT) await giveToOwnerOf(first.location, pidFile);

      const next = await start();
      expect(await query(next.url, 'SELECT id FROM notes')).toEqual([{ id: 1 }]);
      expect(isRunning(stranger.pid ?? 0)).toBe(true);
    },
  );
});

describe('what the operator can mend is said in a sentence, and nothing is changed', () => {
  it('when the files are those of another PostgreSQL version', async () => {
    const postgres = await start();
    await postgres.stop();
    await writeFile(join(postgres.location, 'data/PG_VERSION'), '17\n');
    const before = await readdir(postgres.location, { recursive: true });

    expect(await fault(join(folder, 'data'))).toMatch(
      /made by PostgreSQL 17, this project runs PostgreSQL 18\. Nothing was changed\..*DATA_DIR/,
    );
    expect(await readdir(postgres.location, { recursive: true })).toEqual(before);
  });

  it('when DATA_DIR is the data directory of some other PostgreSQL', async () => {
    await writeFile(join(folder, 'PG_VERSION'), '15\n');
    expect(await fault(folder)).toMatch(/data directory of another PostgreSQL/);
    expect(await readdir(folder)).toEqual(['PG_VERSION', 'data']);
  });

  it('when DATA_DIR is a file', async () => {
    await writeFile(join(folder, 'file'), 'precious');
    expect(await fault(join(folder, 'file'))).toMatch(/DATA_DIR must be a folder/);
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('precious');
  });

  // A folder of the kernel refuses everybody, root included.
  it.skipIf(process.platform !== 'linux')('when there is no permission to write', async () => {
    expect(await fault('/sys/kernel/portfolio')).toMatch(/No permission to write .*\/sys\/kernel\/portfolio.*DATA_DIR/);
  });

  it('when the database is damaged', async () => {
    const postgres = await start();
    await postgres.stop();
    rmSync(join(postgres.location, 'data/PG_VERSION'));
    expect(await fault(join(folder, 'data'))).toMatch(/damaged.*no such file.*PG_VERSION/);
  });

  it.skipIf(process.platform === 'win32')('when a tool of PostgreSQL would misread the path', async () => {
    expect(await fault(join(folder, 'cheap $HOME'))).toMatch(/cannot work in a path that contains "\$"/);
  });

  // Needs a disk that is easily filled: root can mount one that only the child sees.
  it.skipIf(!IS_ROOT || process.platform !== 'linux')('when the disk is full', async () => {
    const mountPoint = join(folder, 'small');
    await mkdir(mountPoint);
    const script = `
      mount -t tmpfs -o size=20m,mode=755 small "$0" && exec "$1" --import tsx "$2" "$0/data"`;
    const child = spawn('unshare', ['--mount', 'sh', '-c', script, mountPoint, process.execPath, HOLDER], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [told] = await once(child, 'message');
    expect(told.error).toMatch(/OperatorError: The disk of .* is full/);
  });
});

describe.skipIf(!IS_ROOT)('as root', () => {
  it('runs as another account', async () => {
    const postgres = await start();
    expect((await stat(postgres.location)).uid).not.toBe(0);
  });

  it('runs as the account that owns the database already', async () => {
    const first = await start();
    await first.stop();
    await giveTo({ uid: 54_321, gid: 54_321 }, first.location);
    await start();
    expect((await stat(join(first.location, 'data/postmaster.pid'))).uid).toBe(54_321);
  });

  it('keeps the database in /var/lib when its account cannot enter the folder, says so, and finds it again', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const first = await start(join(closed, '.data'));
    leftovers.push(() => rmSync(dirname(first.location), { recursive: true, force: true }));
    expect(first.location).toMatch(/^\/var\/lib\/portfolio-[0-9a-f]{12}\/postgresql$/);
    expect(first.locationReason).toMatch(/cannot run as root.*cannot enter/);
    await query(first.url, 'CREATE TABLE notes AS SELECT 1 AS id');
    await first.stop();

    // Also when the folder is open again: rows must not seem to be lost.
    chmodSync(closed, 0o755);
    const second = await start(join(closed, '.data'));
    expect(second.location).toBe(first.location);
    expect(await query(second.url, 'SELECT id FROM notes')).toEqual([{ id: 1 }]);
  });

  it('says what to do when the account can no longer enter the folder that holds the database', async () => {
    chmodSync(folder, 0o700);
    expect(await fault(join(folder, 'data'))).toMatch(/can no longer enter a folder above it.*chmod o\+x/);
  });
});

async function giveToOwnerOf(model: string, path: string): Promise<void> {
  await giveTo(await stat(model), path);
}

async function giveTo({ uid, gid }: { uid: number; gid: number }, path: string): Promise<void> {
  const child = spawn('chown', ['-R', `${uid}:${gid}`, path], { stdio: 'inherit' });
  await once(child, 'exit');
}
