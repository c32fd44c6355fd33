import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { runTool } from './run-tool.ts';

/** The account that PostgreSQL runs as when we are root, because PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
  name: string;
}

/** Inside `home`: the files of the database, and its password. */
export const CLUSTER_FOLDER = 'postgresql';

/**
 * Decides where the database of `dataDir` is, and makes that folder: `dataDir` itself, or a folder of /var/lib if we
 * are root and the database's account cannot enter `dataDir`. A folder that already holds a database is kept.
 * @throws OperatorError if `dataDir` cannot hold a database, or the account can no longer enter it
 */
export async function chooseHome(dataDir: string) {
  const isRoot = process.getuid?.() === 0;
  // The mode of mkdir depends on root's umask.
  if ((await mkdir(dataDir, { recursive: true })) && isRoot) await chmod(dataDir, 0o755);
  const path = await realpath(dataDir);
  // PostgreSQL's tools put paths between double quotes into a shell command.
  const unsafe = (process.platform === 'win32' ? /[%"]/ : /[$`"\\\n]/).exec(path)?.[0];
  if (unsafe) {
    throw new OperatorError(
      `PostgreSQL's tools cannot work in a path that contains ${JSON.stringify(unsafe)}: ${path}. Rename the folder, or set DATA_DIR to another one.`,
    );
  }
  if (existsSync(join(path, 'PG_VERSION'))) {
    throw new OperatorError(
      `DATA_DIR (${path}) is the data directory of another PostgreSQL. Set it to an empty folder, or set DATABASE_URL to use that server.`,
    );
  }
  if (!isRoot) return { home: path, account: undefined };

  const elsewhere = homeElsewhere(path);
  const present = [elsewhere, path].find((home) => existsSync(join(home, CLUSTER_FOLDER)));
  const account = present ? await ownerOf(join(present, CLUSTER_FOLDER)) : await unprivilegedAccount();
  // A test as that account is more reliable than the mode bits of all parent folders.
  const { isDone: isOpen } = await runTool('/bin/sh', ['-c', 'cd "$0"', path], '/', account);
  if (present === path && !isOpen) {
    throw new OperatorError(
      `The database is in ${join(path, CLUSTER_FOLDER)}, but its account (${account.name}) can no longer enter a folder above it. Open them with "chmod o+x", or move the clone.`,
    );
  }
  if (present !== elsewhere && isOpen) return { home: path, account };
  await mkdir(elsewhere, { recursive: true });
  await chmod(elsewhere, 0o755);
  const reason = `PostgreSQL cannot run as root, and its account "${account.name}" cannot enter ${path}`;
  return { home: elsewhere, account, reason };
}

/** Where root's database is when it cannot be in `path`, a real path. */
function homeElsewhere(path: string): string {
  return join('/var/lib', `portfolio-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`);
}

/** The folder of the database that `dataDir` already has; undefined if there is none. Creates nothing. */
export function findCluster(dataDir: string): string | undefined {
  const homes = existsSync(dataDir) ? [homeElsewhere(realpathSync(dataDir)), dataDir] : [];
  return homes.map((home) => join(home, CLUSTER_FOLDER)).find((folder) => existsSync(folder));
}

async function ownerOf(cluster: string): Promise<Account> {
  const { uid, gid } = await stat(cluster);
  return { uid, gid, name: `uid ${uid}` };
}

async function unprivilegedAccount(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const wanted of ['postgres', '_postgres', 'nobody']) {
    const [name, , uid, gid] = lines.find(([name]) => name === wanted) ?? [];
    if (name && Number(uid) !== 0) return { uid: Number(uid), gid: Number(gid), name };
  }
  throw new OperatorError(
    'PostgreSQL refuses to run as root, and this machine has neither an account "postgres" nor "nobody". Run as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * Makes a folder completely or not at all: `make` fills a temporary one (mode 700), which is then renamed. If another
 * process was faster, its folder stays.
 */
export async function makeFolder(target: string, make: (folder: string) => Promise<void>): Promise<void> {
  const unfinished = await mkdtemp(join(dirname(target), 'unfinished-'));
  try {
    await make(unfinished);
    await rename(unfinished, target).catch((error) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
