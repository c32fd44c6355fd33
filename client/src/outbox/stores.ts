/**
 * The database in which the outbox keeps messages, and whether there are any. That is all a page needs to know to leave the rest of the
 * outbox unloaded, so this file imports nothing.
 */

/** For how long delivery is tried; the privacy line at the form says so. */
export const KEPT_DAYS = 30;

const DATABASE = 'portfolio.messages';
export const ENTRIES = 'entries';
/** Holds one record, a name that the database got when it was made. */
export const IDENTITY = 'identity';

/** The version of this site before this one kept each message twice. */
export const EARLIER_DATABASE = 'portfolio.outbox';
export const EARLIER_KEY_PREFIX = 'portfolio.outbox.';

/** Whether this browser holds a message that has not arrived. Makes no database where there is none. Never rejects. */
export async function hasMessages(): Promise<boolean> {
  try {
    if (listEarlierKeys().length > 0 || (await hasDatabase(EARLIER_DATABASE))) return true;
    if (!(await hasDatabase(DATABASE))) return false;
    const database = await openDatabase();
    const counting = transact(database, ENTRIES, 'readonly', (entries) => entries.count());
    database.close();
    return (await counting) > 0;
  } catch {
    // Forbidden or broken.
    return false;
  }
}

/** @throws DOMException where localStorage is forbidden */
export function listEarlierKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(EARLIER_KEY_PREFIX));
}

/** @throws as openDatabase() */
export async function hasDatabase(name: string): Promise<boolean> {
  return (await indexedDB.databases()).some((database) => database.name === name);
}

/** @throws DOMException where IndexedDB is forbidden or broken; ReferenceError where it is missing */
export function openDatabase(name = DATABASE): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ENTRIES, { keyPath: 'id' });
      request.result.createObjectStore(IDENTITY).add(Math.random(), IDENTITY);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Does one thing in a transaction of its own.
 *
 * @returns what the request gave, when the transaction is on disk
 * @throws DOMException where the connection is closed, the disk full or the browser out of order
 */
export function transact<Result>(
  database: IDBDatabase,
  store: string,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: 'strict' });
    const request = ask(transaction.objectStore(store));
    // When the request succeeds, nothing is on disk yet.
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}
