/**
 * Where entries live: in IndexedDB, on disk when a write completes (docs/decisions/the-outbox-is-indexeddb-alone.md), and in this page's own
 * view of it, which answers at once. Other tabs change the database at any time, so what counts is decided in one of its transactions; the
 * view is for what cannot wait, and for browsers where the database is missing, forbidden, full or silent.
 */
import type { Entry } from './entry.ts';
import { isObject } from './retry.ts';
import { openDatabase, transact } from './stores.ts';
import { withinLimit } from './time-limit.ts';

/** There have been browsers whose IndexedDB never answered. No visitor waits for it longer than this. */
const TIME_LIMIT_MS = 2000;
/** While a database is being deleted, it cannot be opened. */
const REOPEN_MS = 500;

/** Gives the new entry, or null to delete it. */
type Change = (entry: Entry) => Entry | null;

export type EntryStore = ReturnType<typeof createEntryStore>;

/** One page's way to the entries. Nothing of it ever rejects. */
export function createEntryStore() {
  const view = new Map<string, Entry>();
  /** What the database does not hold, or not yet as the view has it. */
  const unstored = new Set<string>();
  let connection: Promise<IDBDatabase> | null = null;
  /** How often the database was lost: what was written before that counts no more. */
  let losses = 0;

  /** Puts an entry into the view alone, until the database says otherwise. */
  function show(id: string, entry: Entry | null) {
    if (entry) view.set(id, entry);
    else view.delete(id);
  }

  function showAll(entries: Entry[]) {
    const stored = new Map(entries.map((entry) => [entry.id, entry]));
    for (const id of [...view.keys(), ...stored.keys()]) if (!unstored.has(id)) show(id, stored.get(id) ?? null);
  }

  async function connect(): Promise<IDBDatabase> {
    const database = await openDatabase();
    // The visitor deletes the site's data, or the browser a broken database. What was to be sent is still known here.
    const loseDatabase = () => {
      database.close();
      connection = null;
      losses += 1;
      for (const id of view.keys()) unstored.add(id);
      setTimeout(() => {
        for (const id of view.keys()) void bringToDisk(id);
      }, REOPEN_MS);
    };
    database.onclose = loseDatabase;
    database.onversionchange = loseDatabase;
    return database;
  }

  async function ask<Result>(mode: IDBTransactionMode, question: (entries: IDBObjectStore) => IDBRequest<Result>) {
    try {
      connection ??= connect();
      return await transact(await connection, mode, question);
    } catch {
      // The browser may have closed the connection.
      connection = connect();
      return transact(await connection, mode, question);
    }
  }

  async function changeOnDisk(id: string, change: Change) {
    let changed: Entry | null = null;
    const before = losses;
    await ask('readwrite', (entries) => {
      const reading: IDBRequest<unknown> = entries.get(id);
      reading.onsuccess = () => {
        const known = unstored.has(id) ? view.get(id) : null;
        const entry = [reading.result, known].find(isEntry);
        if (!entry) return;
        changed = change(entry);
        if (changed) entries.put(changed);
        else entries.delete(id);
      };
      return reading;
    });
    if (losses === before) unstored.delete(id);
    show(id, changed);
    return { changed };
  }

  function changeInMemory(id: string, change: Change): Entry | null {
    const entry = view.get(id);
    const changed = entry ? change(entry) : null;
    show(id, changed);
    unstored.add(id);
    void bringToDisk(id);
    return changed;
  }

  async function bringToDisk(id: string) {
    const entry = view.get(id);
    const before = losses;
    try {
      await ask<unknown>('readwrite', (entries): IDBRequest => (entry ? entries.put(entry) : entries.delete(id)));
      // Otherwise it has changed since, and is on its way again.
      if (view.get(id) === entry && losses === before) unstored.delete(id);
    } catch {
      // It stays in memory.
    }
  }

  return {
    show,
    read: (id: string) => view.get(id) ?? null,
    /** The oldest first. */
    list: () => [...view.values()].sort((a, b) => a.submittedAt - b.submittedAt),
    /** Whether the entry will be gone with this page. */
    isInMemoryOnly: (id: string) => unstored.has(id),
    /** Brings the view up to date, however long that takes. */
    async load() {
      const asking = ask('readonly', (entries) => {
        const reading: IDBRequest<unknown[]> = entries.getAll();
        // Not later: what is put in after this would look as if another tab had deleted it.
        reading.onsuccess = () => showAll(reading.result.filter(isEntry));
        return reading;
      });
      await asking.catch(() => undefined);
    },
    /** Adds an entry; it is on disk when this resolves, wherever the browser can do that within two seconds. */
    async put(entry: Entry) {
      show(entry.id, entry);
      unstored.add(entry.id);
      await withinLimit(bringToDisk(entry.id), TIME_LIMIT_MS, undefined);
    },
    /**
     * Changes an entry in one transaction, so that of several tabs each sees what the one before it has done.
     *
     * @returns the entry as it is now; null where it has been deleted, be it by another tab
     */
    async update(id: string, change: Change): Promise<Entry | null> {
      const onDisk = unstored.has(id) ? null : await changeOnDisk(id, change).catch(() => null);
      return onDisk ? onDisk.changed : changeInMemory(id, change);
    },
  };
}

/** Whether a value is an entry: storage can be edited by hand, and by other versions of this site. */
export function isEntry(value: unknown): value is Entry {
  if (!isObject(value)) return false;
  const { id, submittedAt, message, row, email } = value;
  const hasText = message === null || (isObject(message) && typeof message['text'] === 'string');
  return typeof id === 'string' && Number.isFinite(submittedAt) && hasText && isPart(row) && isPart(email);
}

function isPart(value: unknown): boolean {
  return isObject(value) && typeof value['state'] === 'string';
}
