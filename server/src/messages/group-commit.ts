import { setImmediate } from 'node:timers/promises';
import { DatabaseUnavailableError, QueueFullError } from '../database.ts';

export interface GroupCommitOptions<Item, Outcome> {
  /** Stores a group in one transaction, or none of it: one outcome for each item, in the order given, after the commit. */
  write: (items: Item[]) => Promise<Outcome[]>;
  /** Items with the same key are never in one group, as one statement cannot store a row and meet it as well. */
  keyOf: (item: Item) => string;
  /** Whether a failed write may be due to one of its items, rather than to the database. */
  isFaultOfAnItem: (error: unknown) => boolean;
  /** How many may wait, those being written not counted. */
  maxWaiting: number;
  /** After so many milliseconds an item is not written any more: whoever sent it has been told so. */
  maxWaitMs: number;
}

/** Items in one transaction: enough to share a commit's cost, few enough that one group is answered while PostgreSQL writes the next. */
export const MAX_GROUP = 64;

interface Waiting<Item, Outcome> {
  item: Item;
  since: number;
  answer: (result: PromiseSettledResult<Outcome>) => void;
}

/**
 * Group commit: what waits anyway, while PostgreSQL writes what came before, is written together, with one statement and one commit. Items are
 * written in the order they came; one that comes alone is written at once. Of two with the same key the second waits for the next group, and those
 * behind it do not wait for it. Where a group fails by the fault of an item, its items are written one by one, and that item fails alone.
 */
export function createGroupCommit<Item, Outcome>({
  write,
  keyOf,
  isFaultOfAnItem,
  maxWaiting,
  maxWaitMs,
}: GroupCommitOptions<Item, Outcome>): { save(item: Item): Promise<Outcome>; drained(): Promise<void> } {
  let waiting: Waiting<Item, Outcome>[] = [];
  let isWriting = false;
  let running = Promise.resolve();

  async function writeWaiting(): Promise<void> {
    isWriting = true;
    // Not at once: requests that arrive in the same turn of the event loop come together.
    await setImmediate();
    while (waiting.length > 0) {
      const group = takeGroup();
      if (group.length === 0) break;
      const results = await writeGroup(group.map(({ item }) => item));
      for (const [index, result] of results.entries()) group[index]?.answer(result);
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
        entry.answer({ status: 'rejected', reason: new DatabaseUnavailableError('waited too long to be written') });
      } else if (group.size === MAX_GROUP || group.has(key)) left.push(entry);
      else group.set(key, entry);
    }
    waiting = left;
    return [...group.values()];
  }

  async function writeGroup(items: Item[]): Promise<PromiseSettledResult<Outcome>[]> {
    try {
      return (await write(items)).map((value) => ({ status: 'fulfilled', value }));
    } catch (reason) {
      if (items.length === 1 || !isFaultOfAnItem(reason)) return items.map(() => ({ status: 'rejected', reason }));
      const results: PromiseSettledResult<Outcome>[] = [];
      for (const item of items) results.push(...(await writeGroup([item])));
      return results;
    }
  }

  return {
    /**
     * Stores one item, together with whatever else waits.
     *
     * @returns what became of it, once that is committed
     * @throws QueueFullError at once, where too many wait already; else what `write` threw for this item or for its whole group
     */
    save(item: Item): Promise<Outcome> {
      if (waiting.length >= maxWaiting) return Promise.reject(new QueueFullError('too many messages wait'));
      return new Promise((resolve, reject) => {
        waiting.push({
          item,
          since: performance.now(),
          answer: (result) => (result.status === 'fulfilled' ? resolve(result.value) : reject(result.reason)),
        });
        if (!isWriting) running = writeWaiting();
      });
    },

    /** Resolves when all that came so far has its answer. */
    drained: () => running,
  };
}
