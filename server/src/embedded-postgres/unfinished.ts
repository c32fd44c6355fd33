import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const PREFIX = 'unfinished-';

/** Longer than anything that is made takes on a slow machine. */
const ABANDONED_MS = 10 * 60_000;

/**
 * Makes a folder completely or not at all: `make` fills a temporary one (mode 700), which is then renamed. If another
 * process was faster, its folder stays. Also removes what killed processes have left.
 */
export async function makeFolder(target: string, make: (folder: string) => Promise<void>): Promise<void> {
  const home = dirname(target);
  for (const name of await readdir(home)) {
    if (!name.startsWith(PREFIX)) continue;
    const left = join(home, name);
    const { mtimeMs } = await stat(left).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(left, { recursive: true, force: true });
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
