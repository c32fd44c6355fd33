/** The part of the outbox that every page begins with; the rest follows when the browser is idle, and starts if there is a message. */

/** From submit to the two calls (product.md, section 3). */
export const DELAY_MS = 5000;
/** How long delivery is tried; the privacy line of the form says it. */
export const KEPT_DAYS = 30;

const DATABASE = 'portfolio.messages';
const ENTRIES = 'entries';

/** Whether this browser has a message to deliver. Creates no database. Never rejects. */
export async function hasMessages(): Promise<boolean> {
  try {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === DATABASE)) return false;
    const database = await openDatabase();
    const counting = transact(database, 'readonly', (entries) => entries.count());
    database.close();
    return (await counting) > 0;
  } catch {
    // Forbidden or broken.
    return false;
  }
}

/** @throws DOMException if IndexedDB is forbidden or broken; ReferenceError if it is missing */
export function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(ENTRIES, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The result of one request, once it is on disk. @throws DOMException if the connection is closed or the disk full */
export function transact<Result>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  ask: (entries: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(ENTRIES, mode, { durability: 'strict' });
    const request = ask(transaction.objectStore(ENTRIES));
    // On success of the request nothing is on disk yet.
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}
