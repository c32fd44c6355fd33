import { CLAIM_MS, type Entry, PARTS, timeOf } from './entry.ts';
import { EARLIER_DATABASE, hasDatabase, listEarlierKeys, openDatabase, transact } from './stores.ts';

/** What has been due for so long, no page of that version is about to send, or sending. */
const STEP_IN_MS = 2000;

/**
 * Takes over what the version of this site before this one left: each message in localStorage, and a copy as it was submitted in a database.
 * A page of that version may be open: it leaves alone what is no longer in localStorage. Never rejects.
 *
 * @param put - resolves when the entry is on disk
 * @returns false where a page of that version may be sending something, which has to be asked for again later
 */
export async function takeOverEarlier(put: (entry: Entry) => Promise<void>): Promise<boolean> {
  try {
    const copies = (await hasDatabase(EARLIER_DATABASE)) ? await openDatabase(EARLIER_DATABASE) : null;
    const found: Entry[] = copies ? await transact(copies, 'readonly', (store) => store.getAll()) : [];
    const keys = listEarlierKeys();
    // What localStorage holds comes later, and counts.
    const values = [...found, ...keys.map((key): Entry | null => JSON.parse(localStorage.getItem(key) ?? 'null'))];
    // That version deleted the text of what it had kept for too long.
    const entries = new Map(values.flatMap((entry) => (entry?.message ? [[entry.id, entry]] : [])));
    const isSending = [...entries.values()].some(isAboutToBeSent);
    if (!isSending) {
      for (const [id, entry] of entries) {
        await put(entry);
        // The copy first: as long as localStorage has the message, that version does not look for it.
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

function isAboutToBeSent(entry: Entry): boolean {
  const now = Date.now();
  return PARTS.some((part) => {
    const dueFor = now - timeOf(entry, part, now);
    return dueFor < STEP_IN_MS && dueFor > -CLAIM_MS;
  });
}
