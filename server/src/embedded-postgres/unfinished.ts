import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Things that must be there whole or not at all are made in a folder named `unfinished-…` and moved into place in one step. What a killed process
 * left is swept away by a later one.
 */
const PREFIX = 'unfinished-';

/** Nothing that is made there takes so long, on however slow a machine. */
const ABANDONED_MS = 10 * 60_000;

/** Makes a new, empty folder (mode 700) inside `home` and gives its path. */
export function makeUnfinished(home: string): Promise<string> {
  return mkdtemp(join(home, PREFIX));
}

/** Renames a finished folder to `target`; where another process was faster, keeps the other's and removes ours. */
export async function moveIntoPlace(unfinished: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(unfinished, target);
    } catch (error) {
      if (existsSync(target)) break;
      // On Windows a virus scanner may still hold a new file open.
      if (attempt === 10) throw error;
      await sleep(100);
    }
  }
  await rm(unfinished, { recursive: true, force: true });
}

/** Removes what processes that are gone left unfinished in `home`. */
export async function sweepUnfinished(home: string): Promise<void> {
  for (const name of (await readdir(home)).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(home, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}
