import { randomUUID } from 'node:crypto';
import { access, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Things that must be there whole or not at all are made in a folder named `unfinished-<process id>-…` and moved into place in one step.
 * What a killed process left is swept away by a later one. The random part tells our folders from those of an earlier process that had our id,
 * which is the rule rather than the exception in a container.
 */
const PREFIX = 'unfinished-';
const OURS = `${PREFIX}${process.pid}-${randomUUID()}-`;

/** Makes a new, empty folder (mode 700) inside `home` and gives its path. */
export function makeUnfinished(home: string): Promise<string> {
  return mkdtemp(join(home, OURS));
}

/**
 * Renames a finished folder to `target`; where another process was faster, keeps the other's and removes ours.
 */
export async function moveIntoPlace(unfinished: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(unfinished, target);
      return;
    } catch (error) {
      if (await exists(target)) break;
      // On Windows a virus scanner may still hold a new file open.
      if (attempt === 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await rm(unfinished, { recursive: true, force: true });
}

/** Removes what processes that are gone left unfinished in `home`. */
export async function sweepUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(PREFIX) || name.startsWith(OURS)) continue;
    const maker = Number.parseInt(name.slice(PREFIX.length), 10);
    if (maker !== process.pid && isAlive(maker)) continue;
    // The tool of a killed process may still write there, until it finds its folder gone. If it is quicker, a later start sweeps.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {});
  }
}

/** Whether a path exists, as far as this process can see. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
