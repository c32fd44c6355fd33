/**
 * Takes over the messages that the version of this site before this one left in the browser: each in localStorage, and a copy of it as it
 * was submitted in a database. A page of that version may be open beside this one: it leaves alone what is no longer in localStorage.
 */
import { CLAIM_MS, type Entry, PARTS, timeOf } from './entry.ts';
import { isEntry } from './entry-store.ts';
import {
  EARLIER_DATABASE,
  EARLIER_KEY_PREFIX,
  hasDatabase,
  listEarlierKeys,
  openDatabase,
  transact,
} from './stores.ts';

/** What has been due for so long, no page of that version is about to send, or sending. */
const STEP_IN_MS = 2000;

/**
 * Never rejects.
 *
 * @param put - resolves when the entry is on disk
 * @returns false where a page of that version may be sending something, which has to be asked for again later
 */
export async function takeOverEarlier(put: (entry: Entry) => Promise<void>): Promise<boolean> {
  let isDone = true;
  try {
    const copies = (await hasDatabase(EARLIER_DATABASE)) ? await openDatabase(EARLIER_DATABASE) : null;
    const found: unknown[] = copies ? await transact(copies, 'readonly', (store) => store.getAll()) : [];
    // What localStorage holds comes later, and counts.
    const kept = listEarlierKeys().map((key) => parse(localStorage.getItem(key)));
    for (const [id, entry] of new Map([...found, ...kept].filter(isEntry).map((entry) => [entry.id, entry]))) {
      if (isInGoodHands(entry)) {
        isDone = false;
        continue;
      }
      await put(adapt(entry));
      // The copy first: as long as localStorage has the message, that version does not look for it.
      if (copies) await transact(copies, 'readwrite', (store) => store.delete(id));
      localStorage.removeItem(EARLIER_KEY_PREFIX + id);
    }
    copies?.close();
    if (copies && isDone) indexedDB.deleteDatabase(EARLIER_DATABASE);
  } catch {
    // Damaged, or forbidden.
  }
  return isDone;
}

function parse(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null;
  }
}

function isInGoodHands(entry: Entry): boolean {
  const now = Date.now();
  return PARTS.some((part) => {
    const dueFor = now - timeOf(entry, part, now);
    return entry[part].state === 'waiting' && dueFor < STEP_IN_MS && dueFor > -CLAIM_MS;
  });
}

/** That version noted only whether an attempt had failed, and had no state for what it had kept for too long. */
function adapt(entry: Entry): Entry {
  const adapted: Entry = entry.message === null ? { ...entry, row: { state: 'expired' } } : { ...entry };
  for (const part of PARTS) {
    const state = adapted[part];
    if (state.state === 'waiting')
      adapted[part] = { ...state, failedSince: state.attempts > 0 ? entry.submittedAt : null };
  }
  return adapted;
}
