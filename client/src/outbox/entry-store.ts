/**
 * Where entries live: in IndexedDB (docs/decisions/the-outbox-is-indexeddb-alone.md), and in this page's own view of it. Other tabs change
 * the database at any time, so its transactions decide; the view is for what cannot wait, and for browsers without a database that works.
 */
import type { Entry } from './entry.ts';
import { openDatabase, transact } from './stores.ts';
import { withinLimit } from './time-limit.ts';

/** Some browsers' IndexedDB never answered. No visitor waits for it longer. */
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

  /** Puts an entry into the view alone, until the database says otherwise. */
  function show(id: string, entry: Entry | null) {
    if (entry) view.set(id, entry);
    else view.delete(id);
  }

  function showAll(stored: Entry[]) {
    for (const id of view.keys()) if (!unstored.has(id)) view.delete(id);
    for (const entry of stored) if (!unstored.has(entry.id)) view.set(entry.id, entry);
  }

  async function connect(): Promise<IDBDatabase> {
    const database = await openDatabase();
    // The visitor deletes the site's data, or the browser a broken database. What was to be sent is still known here.
    const loseDatabase = () => {
      database.close();
      connection = null;
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
    await ask('readwrite', (entries) => {
      const reading: IDBRequest<Entry | undefined> = entries.get(id);
      reading.onsuccess = () => {
        // The database may be lost meanwhile.
        const entry = reading.result ?? (unstored.has(id) && view.get(id));
        if (!entry) return;
        changed = change(entry);
        if (changed) entries.put(changed);
        else entries.delete(id);
      };
      return reading;
    });
    show(id, changed);
    return { changed };
  }

  async function bringToDisk(id: string) {
    const entry = view.get(id);
    try {
      const write = (entries: IDBObjectStore): IDBRequest => (entry ? entries.put(entry) : entries.delete(id));
      const writing = ask('readwrite', write);
      const used = connection;
      await writing;
      // Otherwise it has changed since, and is on its way again, or the database was lost.
      if (view.get(id) === entry && connection === used) unstored.delete(id);
    } catch {
      // It stays in memory.
    }
  }

  /** Shows an entry, or that it is deleted; it is on disk when this resolves, where that is possible. */
  function keep(id: string, entry: Entry | null): Promise<void> {
    show(id, entry);
    unstored.add(id);
    return bringToDisk(id);
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
        const reading: IDBRequest<Entry[]> = entries.getAll();
        // Not later: what is put in after this would look as if another tab had deleted it.
        reading.onsuccess = () => showAll(reading.result);
        return reading;
      });
      await asking.catch(() => undefined);
    },
    /** Adds an entry; it is on disk when this resolves, wherever the browser can do that within two seconds. */
    put: (entry: Entry) => withinLimit(TIME_LIMIT_MS, undefined, () => keep(entry.id, entry)),
    /**
     * Changes an entry in one transaction, so that of several tabs each sees what the one before it has done.
     *
     * @returns the entry as it is now; null where it has been deleted, be it by another tab
     */
    async update(id: string, change: Change): Promise<Entry | null> {
      const onDisk = unstored.has(id) ? null : await changeOnDisk(id, change).catch(() => null);
      if (onDisk) return onDisk.changed;
      const entry = view.get(id);
      const changed = entry ? change(entry) : null;
      void keep(id, changed);
      return changed;
    },
  };
}
