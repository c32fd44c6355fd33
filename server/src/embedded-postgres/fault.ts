import { OperatorError } from '../operator-error.ts';

/** Turns an error of Node or of a PostgreSQL tool at `place`, a file or folder, into a sentence for the operator. */
export function explainFault(said: string, place: string): OperatorError {
  if (/ENOSPC|EDQUOT|No space left on device|Check free disk space|Disk quota exceeded/i.test(said)) {
    return new OperatorError(`The disk of ${place} is full. Make room, then start again: nothing stored is lost.`);
  }
  if (/EACCES|EPERM|EROFS|Permission denied|Read-only file system/i.test(said)) {
    return new OperatorError(
      `No permission to write the database at ${place}. Run as the user who owns it, or set DATA_DIR to a folder of yours.`,
    );
  }
  if (/EEXIST|ENOTDIR|ENOENT/.test(said)) {
    return new OperatorError(
      `DATA_DIR must be a folder, and not a damaged one (${said}). Restore it from a backup, or set DATA_DIR to another path.`,
    );
  }
  const lastLines = said.split('\n').slice(-8).join('\n');
  return new OperatorError(`The database in ${place} could not be made or started. PostgreSQL says:\n${lastLines}`);
}
