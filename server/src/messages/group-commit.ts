import { setImmediate } from 'node:timers/promises';
import { DatabaseUnavailableError } from '../database.ts';
import { Refusal } from '../http/problem.ts';

interface GroupCommitOptions<Item, Outcome> {
  /** Stores a group in one transaction: one outcome per item, in order, after the commit. An error stores none. */
  write: (items: Item[]) => Promise<Outcome[]>;
  /** Items with the same key are never in one group: one statement cannot insert a row and find it too. */
  keyOf: (item: Item) => string;
  /** Whether a failed write may be the fault of one of its items and not of the database. */
  isFaultOfAnItem: (error: unknown) => boolean;
  /** Not counting the items being written. */
  maxWaiting: number;
  /** An item that has waited longer is not written: its sender has been told so. */
  maxWaitMs: number;
}

/** Enough to share the cost of a commit, few enough to answer one group while PostgreSQL writes the next. */
export const MAX_GROUP = 64;

interface Waiting<Item, Outcome> {
  item: Item;
  since: number;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: items that come while PostgreSQL writes are then written together, in order, with one statement and one
 * commit. If a group fails by the fault of an item, its items are written one by one, and only that one fails.
 */
export function createGroupCommit<Item, Outcome>(
  options: GroupCommitOptions<Item, Outcome>,
): { save(item: Item): Promise<Outcome>; drained(): Promise<void> } {
  const { write, keyOf, isFaultOfAnItem, maxWaiting, maxWaitMs } = options;
  let waiting: Waiting<Item, Outcome>[] = [];
  let isWriting = false;
  let running = Promise.resolve();

  async function writeWaiting(): Promise<void> {
    isWriting = true;
    // Requests that arrive in the same turn of the event loop come together.
    await setImmediate();
    while (waiting.length > 0) {
      const group = takeGroup();
      if (group.length === 0) break;
      await writeGroup(group);
    }
    isWriting = false;
  }

  function takeGroup(): Waiting<Item, Outcome>[] {
    const group = new Map<string, Waiting<Item, Outcome>>();
    const left: Waiting<Item, Outcome>[] = [];
    const tooOld = performance.now() - maxWaitMs;
    for (const entry of waiting) {
      const key = keyOf(entry.item);
      if (entry.since < tooOld) {
        entry.reject(new DatabaseUnavailableError('waited too long to be written'));
      } else if (group.size === MAX_GROUP || group.has(key)) left.push(entry);
      else group.set(key, entry);
    }
    waiting = left;
    return [...group.values()];
  }

  async function writeGroup(group: Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await write(group.map(({ item }) => item));
      for (const [index, outcome] of outcomes.entries()) group[index]?.resolve(outcome);
    } catch (error) {
      if (group.length === 1 || !isFaultOfAnItem(error)) for (const { reject } of group) reject(error);
      else for (const entry of group) await writeGroup([entry]);
    }
  }

  return {
    /** Gives the item's outcome after the commit. @throws Refusal if too many wait; else what `write` threw */
    save(item: Item): Promise<Outcome> {
      if (waiting.length >= maxWaiting) return Promise.reject(new Refusal('overloaded'));
      return new Promise((resolve, reject) => {
        waiting.push({ item, since: performance.now(), resolve, reject });
        if (!isWriting) running = writeWaiting();
      });
    },

    /** Resolves when every item that came so far has its answer. */
    drained: () => running,
  };
}
