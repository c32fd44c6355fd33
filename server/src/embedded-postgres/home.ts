import { createHash } from 'node:crypto';
import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { type Account, databaseAccount } from './account.ts';
import { runTool } from './run-tool.ts';
import { exists } from './unfinished.ts';

/** Where the database lives. */
export interface Home {
  home: string;
  /** The account it runs as; undefined: our own. */
  account: Account | undefined;
  /** Why that is not `dataDir`, where it is not. */
  reason?: string;
}

/** Inside `home`: the database's files and their password, made and moved as one. */
export const CLUSTER_FOLDER = 'postgresql';

/**
 * Decides where the database of `dataDir` lives, and makes that folder.
 *
 * That is `dataDir` itself, but for root where the database's account cannot enter it, below root's home for instance:
 * there it is a folder of /var/lib named after the path of `dataDir`. A place that holds a database already is kept.
 *
 * @throws OperatorError where `dataDir` is no place for a database, or the account can no longer enter the one it has
 */
export async function chooseHome(dataDir: string): Promise<Home> {
  if (await mkdir(dataDir, { recursive: true })) await openForOthers(dataDir);
  const path = await realpath(dataDir);
  // PostgreSQL's tools put paths between double quotes in a shell command of their own.
  const unsafe = (process.platform === 'win32' ? /[%"]/ : /[$`"\\\n]/).exec(path)?.[0];
  if (unsafe) {
    throw new OperatorError(
      `PostgreSQL's tools cannot work in a path that contains ${JSON.stringify(unsafe)}: ${path}. Rename the folder, or set DATA_DIR to another one.`,
    );
  }
  if (await exists(join(path, 'PG_VERSION'))) {
    throw new OperatorError(
      `DATA_DIR (${path}) is the data directory of another PostgreSQL. Set it to an empty folder, or set DATABASE_URL to use that server.`,
    );
  }
  const cluster = join(path, CLUSTER_FOLDER);
  const account = await databaseAccount(cluster);
  if (account === undefined) return { home: path, account };

  const reachable = await canEnter(path, account);
  if (!reachable && (await exists(cluster))) {
    throw new OperatorError(
      `The database is in ${cluster}, but its account (${account.name}) can no longer enter a folder above it. Open them with "chmod o+x", or move the clone.`,
    );
  }
  const elsewhere = homeElsewhere(path);
  if (reachable && !(await exists(join(elsewhere, CLUSTER_FOLDER)))) return { home: path, account };

  await mkdir(elsewhere, { recursive: true });
  await openForOthers(elsewhere);
  return {
    home: elsewhere,
    account: await databaseAccount(join(elsewhere, CLUSTER_FOLDER)),
    reason: `PostgreSQL cannot run as root, and its account "${account.name}" cannot enter ${path}`,
  };
}

/**
 * Where a database may live already: nothing is made or changed.
 * @param path real path of `dataDir`
 */
export function possibleHomes(path: string): string[] {
  return process.platform === 'win32' ? [path] : [path, homeElsewhere(path)];
}

function homeElsewhere(path: string): string {
  return join('/var/lib', `portfolio-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`);
}

/** Lets the database's account pass, whatever root's umask is. */
async function openForOthers(folder: string): Promise<void> {
  if (process.getuid?.() === 0) await chmod(folder, 0o755);
}

async function canEnter(folder: string, account: Account): Promise<boolean> {
  // Asking the system, as that account, is surer than reading the mode bits of every folder above.
  return (await runTool('/bin/sh', ['-c', 'cd "$0"', folder], { cwd: '/', account })).code === 0;
}
