/**
 * A second copy of each entry as it was submitted, in IndexedDB with strict durability: on disk when the write completes. localStorage
 * reaches the disk only seconds later, so without this copy a browser that is killed in between takes the message along
 * (docs/decisions/the-outbox-writes-every-message-twice.md).
 */
import type { Entry } from './entry.ts';
import { isEntry } from './entry-storage.ts';
import { BACKUP_STORE, hasBackups, openBackup } from './stores.ts';

/** There have been browsers whose IndexedDB never answered. No visitor waits for it longer than this. */
const TIME_LIMIT_MS = 2000;

/** Never rejects: where IndexedDB is missing, forbidden or broken, there is no second copy. */
export interface Backup {
  /** Settles within two seconds. */
  put(entry: Entry): Promise<void>;
  /** May take as long as it likes. */
  list(): Promise<Entry[]>;
  /** Settles within two seconds. */
  remove(id: string): Promise<void>;
}

export const backup: Backup = {
  async put(entry) {
    await withinLimit(use('readwrite', (store) => store.put(entry)));
  },
  async list() {
    if (!(await hasBackups())) return [];
    const entries: unknown[] = await use('readonly', (store) => store.getAll()).catch(() => []);
    return entries.filter(isEntry);
  },
  async remove(id) {
    await withinLimit(use('readwrite', (store) => store.delete(id)));
  },
};

async function use<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openBackup();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(BACKUP_STORE, mode, { durability: 'strict' });
      const request = ask(transaction.objectStore(BACKUP_STORE));
      // When the request succeeds, nothing is on disk yet.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** The result, or null where the promise rejects or takes too long. */
async function withinLimit<Result>(promise: Promise<Result>): Promise<Result | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIME_LIMIT_MS, null);
  });
  try {
    return await Promise.race([promise, limit]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
