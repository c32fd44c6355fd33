import { existsSync, statfsSync } from 'node:fs';

const IN_MEMORY = '/dev/shm';
/** More than the files of a run take. */
const ROOM_BYTES = 2 * 1024 ** 3;

/** Puts temporary files of this process and its children into memory, if Linux has room. TMPDIR takes precedence. */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] || !existsSync(IN_MEMORY)) return;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize >= ROOM_BYTES) process.env['TMPDIR'] = IN_MEMORY;
}
