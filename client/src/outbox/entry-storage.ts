/**
 * Where entries live: localStorage, one key for each, so that tabs never overwrite each other's. It is the only storage that writes before
 * the submit handler returns and that all tabs see at once; what it lacks, backup.ts adds. Where it is missing, full or forbidden, entries
 * live in memory for as long as the page does.
 */
import { type Entry, PARTS, type PartState } from './entry.ts';
import { KEY_PREFIX, listKeys } from './stores.ts';

export interface EntryStorage {
  read(id: string): Entry | null;
  list(): Entry[];
  save(entry: Entry): void;
  remove(id: string): void;
  /** Whether the entry will be gone with this page. */
  isInMemoryOnly(id: string): boolean;
}

/**
 * @param getStorage - gives the browser's storage; it may throw, as the mere look at `localStorage` does where the visitor has forbidden it
 */
export function createEntryStorage(getStorage: () => Storage): EntryStorage {
  const inMemory = new Map<string, Entry>();

  function read(id: string): Entry | null {
    const entry = inMemory.get(id);
    if (entry) return entry;
    try {
      return parseEntry(getStorage().getItem(KEY_PREFIX + id));
    } catch {
      return null;
    }
  }

  function listStored(): string[] {
    try {
      return listKeys(getStorage()).map((key) => key.slice(KEY_PREFIX.length));
    } catch {
      return [];
    }
  }

  return {
    read,
    list() {
      const ids = new Set([...inMemory.keys(), ...listStored()]);
      const entries = [...ids].map(read).filter((entry) => entry !== null);
      return entries.sort((a, b) => a.submittedAt - b.submittedAt);
    },
    save(entry) {
      const key = KEY_PREFIX + entry.id;
      const json = JSON.stringify(entry);
      try {
        getStorage().setItem(key, json);
        // Some private modes took everything and kept nothing.
        if (getStorage().getItem(key) === json) {
          inMemory.delete(entry.id);
          return;
        }
      } catch {
        // Full or forbidden.
      }
      inMemory.set(entry.id, entry);
    },
    remove(id) {
      inMemory.delete(id);
      try {
        getStorage().removeItem(KEY_PREFIX + id);
      } catch {
        // It was never there.
      }
    },
    isInMemoryOnly: (id) => inMemory.has(id),
  };
}

/** An entry from its JSON, or null where it is none: storage can be edited by hand, and by other versions of this site. */
export function parseEntry(json: string | null): Entry | null {
  try {
    const value: unknown = JSON.parse(json ?? 'null');
    return isEntry(value) ? value : null;
  } catch {
    return null;
  }
}

export function isEntry(value: unknown): value is Entry {
  if (!isObject(value)) return false;
  const { id, submittedAt, message } = value;
  const isWhole = typeof id === 'string' && isTime(submittedAt) && (message === null || isMessage(message));
  return isWhole && PARTS.every((part) => isPartState(value[part]));
}

function isMessage(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { name, email, text } = value;
  return [name, email, text, ...Object.values(value)].every((field) => typeof field === 'string');
}

function isPartState(value: unknown): value is PartState {
  if (!isObject(value)) return false;
  const { state, attempts, hasFailed, nextAt, earliestAt, detail } = value;
  switch (state) {
    case 'done':
    case 'off':
    case 'given-up':
      return true;
    case 'refused':
      return detail === null || typeof detail === 'string';
    case 'waiting':
      return typeof hasFailed === 'boolean' && [attempts, nextAt, earliestAt].every(isTime);
    default:
      return false;
  }
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
