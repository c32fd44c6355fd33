import { existsSync, statfsSync } from 'node:fs';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** More than the files of a run take at any time. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Lets this process and those that it starts keep their temporary files in memory, where Linux has room for those of a run. TMPDIR, if
 * it is set, says where they are.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] || !existsSync(IN_MEMORY)) return;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize >= ROOM_BYTES) process.env['TMPDIR'] = IN_MEMORY;
}
