/**
 * Keeps entries in IndexedDB (docs/decisions/the-outbox-is-indexeddb-alone.md), which other tabs change too, and in
 * memory, in a view for synchronous reads and for browsers whose database does not work.
 */
import type { Entry } from './entry.ts';
import { openDatabase, transact } from './stores.ts';
import { withinLimit } from './time-limit.ts';

/** IndexedDB sometimes never answers. */
const TIME_LIMIT_MS = 2000;
/** A database cannot be opened while it is being deleted. */
const REOPEN_MS = 500;

/** Null deletes the entry. */
type Change = (entry: Entry) => Entry | null;

export type EntryStore = ReturnType<typeof createEntryStore>;

/** The promises of its methods never reject. */
export function createEntryStore() {
  const view = new Map<string, Entry>();
  /** Ids of entries that are newer in the view than on disk. */
  const unstored = new Set<string>();
  let connection: Promise<IDBDatabase> | null = null;

  function show(id: string, entry: Entry | null) {
    if (entry) view.set(id, entry);
    else view.delete(id);
  }

  async function connect(): Promise<IDBDatabase> {
    const database = await openDatabase();
    // The site's data was deleted; the view still has the entries.
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
        // After a deletion of the database only the view has the entry.
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
      // False if the entry has changed again or the database was deleted.
      if (view.get(id) === entry && connection === used) unstored.delete(id);
    } catch {
      // It stays in memory.
    }
  }

  function keep(id: string, entry: Entry | null): Promise<void> {
    show(id, entry);
    unstored.add(id);
    return bringToDisk(id);
  }

  return {
    show,
    read: (id: string) => view.get(id) ?? null,
    list: () => [...view.values()].sort((a, b) => a.submittedAt - b.submittedAt),
    isInMemoryOnly: (id: string) => unstored.has(id),
    /** Updates the view from disk, without a time limit. */
    async load() {
      const asking = ask('readonly', (entries) => {
        const reading: IDBRequest<Entry[]> = entries.getAll();
        // In this event: an entry that is put in later would look as if another tab had deleted it.
        reading.onsuccess = () => {
          for (const id of view.keys()) if (!unstored.has(id)) view.delete(id);
          for (const entry of reading.result) if (!unstored.has(entry.id)) view.set(entry.id, entry);
        };
        return reading;
      });
      await asking.catch(() => undefined);
    },
    /** Adds an entry; resolves when it is on disk, or after two seconds. */
    put: (entry: Entry) => withinLimit(TIME_LIMIT_MS, undefined, () => keep(entry.id, entry)),
    /** Changes an entry in one transaction; gives the new entry, or null if it is deleted, also by another tab. */
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
