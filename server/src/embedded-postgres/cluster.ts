import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { type Account, CLUSTER_FOLDER, chooseHome, makeFolder } from './home.ts';
import { explainFault, runTool } from './run-tool.ts';

/** Only the code that starts the database connects as the superuser. */
export const SUPERUSER = 'portfolio';
/** Owns the tables and can do nothing else (prisma/site-role.sql). */
export const SITE_ROLE = 'portfolio_site';
export const DATABASE_NAME = 'portfolio';

/** Derived from the superuser's password, so that no second one is stored. */
export function sitePassword({ password }: Pick<Cluster, 'password'>): string {
  return createHmac('sha256', password).update(SITE_ROLE).digest('hex');
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** Opens the database of `dataDir`, created if missing. @throws OperatorError for what the operator can correct */
export async function openCluster(dataDir: string) {
  try {
    const { home, account, reason } = await chooseHome(dataDir);
    const binaries = await findBinaries(home, account);
    const folder = join(home, CLUSTER_FOLDER);
    if (!existsSync(folder)) await makeFolder(folder, (unfinished) => initialise(unfinished, binaries, account));
    const data = join(folder, 'data');
    const major = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
    if (major !== binaries.major) {
      throw new OperatorError(
        `The database in ${folder} was made by PostgreSQL ${major}, this project runs PostgreSQL ${binaries.major}. Nothing was changed. ` +
          `Take its rows over with pg_dump of version ${major}, or set DATA_DIR to another folder to start with an empty database.`,
      );
    }
    const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
    return { folder, reason, data, logFile: join(folder, 'postgres.log'), password, binaries, account };
  } catch (error) {
    // Only errors of the file system have a `syscall`.
    if (error instanceof Error && 'syscall' in error) {
      throw explainFault(error.message, 'path' in error ? String(error.path) : dataDir);
    }
    throw error;
  }
}

async function initialise(folder: string, { initdb }: Binaries, account: Account | undefined): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  if (account) for (const path of [passwordFile, folder]) await chown(path, account.uid, account.gid);
  const options = [
    `--pgdata=${join(folder, 'data')}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in locale sorts the same way on every system, and needs no locale of the system.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ];
  const { isDone, output } = await runTool(initdb, options, folder, account);
  if (!isDone) throw explainFault(output, dirname(folder));
}
