/**
 * The two places where the outbox keeps messages, and whether they hold any. That is all a page needs to know to leave the rest of the
 * outbox unloaded, so this file imports nothing.
 */

/** How long a message is kept that cannot be delivered; the privacy line at the form says so. */
export const KEPT_DAYS = 30;

export const KEY_PREFIX = 'portfolio.outbox.';

/** The outbox's keys among all keys of the origin. */
export function listKeys(storage: Storage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(KEY_PREFIX));
}

const BACKUP_DATABASE = 'portfolio.outbox';
export const BACKUP_STORE = 'entries';

/** @throws DOMException where IndexedDB is forbidden or broken; ReferenceError where it is missing */
export function openBackup(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(BACKUP_DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(BACKUP_STORE, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Whether this browser holds a message that has not arrived, or news of one. Never rejects. */
export async function hasMessages(): Promise<boolean> {
  return hasEntries() || (await hasBackups());
}

function hasEntries(): boolean {
  try {
    return listKeys(localStorage).length > 0;
  } catch {
    // The visitor forbids the site to store anything.
    return false;
  }
}

/** Makes no database where there is none. Never rejects. */
export async function hasBackups(): Promise<boolean> {
  try {
    // Asked first, because to open a database is to make it.
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === BACKUP_DATABASE)) return false;
    const database = await openBackup();
    const request = database.transaction(BACKUP_STORE).objectStore(BACKUP_STORE).count();
    return await new Promise((resolve) => {
      request.onsuccess = () => resolve(request.result > 0);
      request.onerror = () => resolve(false);
      database.close();
    });
  } catch {
    // Forbidden or broken.
    return false;
  }
}
