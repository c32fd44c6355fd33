import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

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
  await sweep(home);
  const unfinished = await mkdtemp(join(home, PREFIX));
  try {
    await make(unfinished);
    // On Windows a virus scanner may still hold a new file open.
    for (let triesLeft = process.platform === 'win32' ? 10 : 0; !existsSync(target); triesLeft -= 1) {
      await rename(unfinished, target).catch((error) => {
        if (triesLeft === 0 && !existsSync(target)) throw error;
      });
      if (!existsSync(target)) await sleep(100);
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function sweep(home: string): Promise<void> {
  for (const name of (await readdir(home)).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(home, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true });
  }
}
