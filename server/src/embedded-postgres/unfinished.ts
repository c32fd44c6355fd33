import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const PREFIX = 'unfinished-';

/** Nothing that is made takes so long, on however slow a machine. */
const ABANDONED_MS = 10 * 60_000;

/**
 * Makes a folder that must be there whole or not at all: under another name beside it, which it then loses in one step. Where another process was
 * faster, keeps the other's. Sweeps away what killed processes have left.
 *
 * @param make fills an empty folder (mode 700)
 */
export async function makeFolder(target: string, make: (folder: string) => Promise<void>): Promise<void> {
  const home = dirname(target);
  for (const name of await readdir(home)) {
    if (name.startsWith(PREFIX)) await removeIfAbandoned(join(home, name));
  }
  const unfinished = await mkdtemp(join(home, PREFIX));
  try {
    await make(unfinished);
    await rename(unfinished, target).catch((error) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function removeIfAbandoned(folder: string): Promise<void> {
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true });
}
