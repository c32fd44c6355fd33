import { readFile, stat } from 'node:fs/promises';
import { OperatorError } from '../operator-error.ts';

/** The unprivileged account PostgreSQL runs as when we are root, which PostgreSQL refuses to be. */
export interface Account {
  uid: number;
  gid: number;
  name: string;
}

/**
 * Tells which account PostgreSQL runs as: undefined (our own) unless we are root; as root the owner of an existing `cluster` folder, else the
 * account `postgres`, else `nobody`. No account is ever created or changed.
 * @throws OperatorError as root, when an existing cluster belongs to root or neither account exists.
 */
export async function databaseAccount(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner?.uid === 0) {
    throw new OperatorError(
      `The database folder ${cluster} belongs to root, and PostgreSQL refuses to run as root. Give it to another account: chown -R postgres "${cluster}".`,
    );
  }
  if (owner) return { uid: owner.uid, gid: owner.gid, name: `uid ${owner.uid}` };
  const accounts = await readAccounts();
  const account = ['postgres', '_postgres', 'nobody'].map((name) => accounts.get(name)).find((found) => found);
  if (account) return account;
  throw new OperatorError(
    'PostgreSQL refuses to run as root, and this machine has neither an account "postgres" nor "nobody". Run as an ordinary user, or set DATABASE_URL.',
  );
}

async function readAccounts(): Promise<Map<string, Account>> {
  const accounts = new Map<string, Account>();
  for (const line of (await readFile('/etc/passwd', 'utf8')).split('\n')) {
    const [name = '', , uid, gid] = line.split(':');
    if (Number(uid) !== 0) accounts.set(name, { uid: Number(uid), gid: Number(gid), name });
  }
  return accounts;
}
