import { CLAIM_MS, type Entry, PARTS, timeOf } from './entry.ts';
import { EARLIER_DATABASE, hasDatabase, listEarlierKeys, openDatabase, transact } from './stores.ts';

/** A page of that version would have sent by then. */
const STEP_IN_MS = 2000;

/**
 * Takes over the messages of the site's earlier version, which kept each in localStorage and a copy in a database. Gives false where a page
 * of that version may be sending, to be called again later: it ignores what is no longer in localStorage. Never rejects.
 */
export async function takeOverEarlier(put: (entry: Entry) => Promise<void>): Promise<boolean> {
  try {
    const copies = (await hasDatabase(EARLIER_DATABASE)) ? await openDatabase(EARLIER_DATABASE) : null;
    const found: Entry[] = copies ? await transact(copies, 'readonly', (store) => store.getAll()) : [];
    const keys = listEarlierKeys();
    // localStorage comes last, as it is newer.
    const values = [...found, ...keys.map((key) => parse(localStorage.getItem(key)))];
    // That version deleted the text of expired messages.
    const entries = new Map(values.flatMap((entry) => (entry?.message ? [[entry.id, entry]] : [])));
    const isSending = [...entries.values()].some(isAboutToBeSent);
    if (!isSending) {
      for (const [id, entry] of entries) {
        await put(entry);
        // The copy first: that version reads it when localStorage lacks the message.
        if (copies) await transact(copies, 'readwrite', (store) => store.delete(id));
      }
      for (const key of keys) localStorage.removeItem(key);
      if (copies) indexedDB.deleteDatabase(EARLIER_DATABASE);
    }
    copies?.close();
    return !isSending;
  } catch {
    // Damaged, or forbidden.
    return true;
  }
}

function parse(json: string | null): Entry | null {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null;
  }
}

function isAboutToBeSent(entry: Entry): boolean {
  const now = Date.now();
  return PARTS.some((part) => {
    const dueFor = now - timeOf(entry, part, now);
    return dueFor < STEP_IN_MS && dueFor > -CLAIM_MS;
  });
}
