import { DatabaseUnavailableError } from '../database.ts';

/** More is waiting than can be stored in time: it was not taken, and may be sent again. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

export interface GroupCommit<Item, Outcome> {
  /**
   * Stores one item, together with whatever else waits.
   *
   * @returns what became of it, once that is committed
   * @throws QueueFullError at once, where too many wait already
   * @throws whatever `write` threw for this item, be it alone or for all
   */
  save(item: Item): Promise<Outcome>;
  /** Resolves when nothing waits or is being written any more. What comes later is written all the same. */
  drained(): Promise<void>;
}

export interface GroupCommitOptions<Item, Outcome> {
  /**
   * Stores a group in one transaction, or none of it: one outcome for each item, in the order given, after the commit.
   */
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
  answer: (outcome: Outcome) => void;
  fail: (error: unknown) => void;
}

/**
 * Group commit: what waits anyway, while PostgreSQL writes what came before, is written together, with one statement and one commit.
 *
 * It promises:
 * - **An answer only after its commit.** An item's promise resolves with what `write` gave for it, and `write` commits before it gives anything.
 * - **One bad item harms no other.** Where a group fails by the fault of an item, it is halved until that item stands alone, and fails alone.
 * - **Order.** Items are written in the order they came, one group at a time. Of two with the same key the second waits for the next group, and
 *   those behind it do not wait for it.
 * - **A bound.** No more than `maxWaiting` wait; the next one is refused at once, and none is ever dropped silently.
 * - **No wait for company.** An item that comes alone is written at once, alone.
 * - **A shutdown loses nothing:** `drained()` resolves when all that came has its answer.
 */
export function createGroupCommit<Item, Outcome>(
  options: GroupCommitOptions<Item, Outcome>,
): GroupCommit<Item, Outcome> {
  const { write, keyOf, isFaultOfAnItem, maxWaiting, maxWaitMs } = options;
  let waiting: Waiting<Item, Outcome>[] = [];
  let isWriting = false;
  const whenDrained: (() => void)[] = [];

  /** Not at once: requests that arrive in the same turn of the event loop come together. */
  function schedule(): void {
    if (isWriting) return;
    isWriting = true;
    setImmediate(() => void writeAll());
  }

  async function writeAll(): Promise<void> {
    let answerLast = () => {};
    for (let group = takeGroup(); group.length > 0; group = takeGroup()) {
      const writing = writeGroup(group);
      // Only now, so that PostgreSQL works while the answers are written.
      answerLast();
      answerLast = await writing;
    }
    answerLast();
    isWriting = false;
    tellWhenDrained();
  }

  function takeGroup(): Waiting<Item, Outcome>[] {
    const group: Waiting<Item, Outcome>[] = [];
    const left: Waiting<Item, Outcome>[] = [];
    const keys = new Set<string>();
    const tooOld = performance.now() - maxWaitMs;
    for (const entry of waiting) {
      const key = keyOf(entry.item);
      if (entry.since < tooOld) entry.fail(new DatabaseUnavailableError('waited too long to be written'));
      else if (group.length === MAX_GROUP || keys.has(key)) left.push(entry);
      else {
        keys.add(key);
        group.push(entry);
      }
    }
    waiting = left;
    return group;
  }

  /** Never throws: gives what answers each entry, with its outcome or with its error. */
  async function writeGroup(group: Waiting<Item, Outcome>[]): Promise<() => void> {
    try {
      const outcomes = await write(group.map(({ item }) => item));
      return () => {
        for (const [index, { answer, fail }] of group.entries()) {
          const outcome = outcomes[index];
          if (outcome === undefined) fail(new Error('nothing became of a message'));
          else answer(outcome);
        }
      };
    } catch (error) {
      if (group.length === 1 || !isFaultOfAnItem(error)) {
        return () => {
          for (const { fail } of group) fail(error);
        };
      }
      const half = Math.ceil(group.length / 2);
      const answerFirst = await writeGroup(group.slice(0, half));
      const answerSecond = await writeGroup(group.slice(half));
      return () => {
        answerFirst();
        answerSecond();
      };
    }
  }

  function tellWhenDrained(): void {
    if (!isWriting) for (const resolve of whenDrained.splice(0)) resolve();
  }

  return {
    save(item) {
      if (waiting.length >= maxWaiting) return Promise.reject(new QueueFullError('too many messages wait'));
      return new Promise((answer, fail) => {
        waiting.push({ item, since: performance.now(), answer, fail });
        schedule();
      });
    },

    drained() {
      return new Promise((resolve) => {
        whenDrained.push(resolve);
        tellWhenDrained();
      });
    },
  };
}
