import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseUnavailableError } from '../database.ts';
import { createGroupCommit, MAX_GROUP } from './group-commit.ts';

class BadItemError extends Error {}

function start({ maxWaiting = 1_000, maxWaitMs = 60_000, isBad = (_item: string): boolean => false } = {}) {
  const writes: { items: string[]; commit: () => void; breakDown: () => void }[] = [];
  const committed: string[] = [];
  let heldBack = true;
  const group = createGroupCommit<string, string>({
    write: (items) =>
      new Promise((resolve, reject) => {
        const commit = () => {
          if (items.some(isBad)) return reject(new BadItemError());
          committed.push(...items);
          resolve(items.map((item) => `${item} is stored`));
        };
        if (!heldBack) return commit();
        writes.push({ items, commit, breakDown: () => reject(new DatabaseUnavailableError('gone')) });
      }),
    keyOf: (item) => item.split('/')[0] ?? '',
    isFaultOfAnItem: (error) => error instanceof BadItemError,
    maxWaiting,
    maxWaitMs,
  });
  return {
    ...group,
    writes,
    committed,
    letGo() {
      heldBack = false;
      for (const { commit } of writes) commit();
    },
  };
}

/** Enough turns for everything that does not wait for a commit. */
async function settle() {
  for (let count = 0; count < 5; count += 1) await turn();
}

function names(count: number, prefix = 'item') {
  return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}

describe('messages that come together', () => {
  it('are written together, and each has its own outcome', async () => {
    const { save, writes, letGo } = start();
    const saved = Promise.all(['a', 'b', 'c'].map(save));
    await settle();
    expect(writes.map(({ items }) => items)).toEqual([['a', 'b', 'c']]);
    letGo();
    expect(await saved).toEqual(['a is stored', 'b is stored', 'c is stored']);
  });

  it('are answered only after their commit', async () => {
    const { save, writes } = start();
    let answered = false;
    const saved = save('a').then(() => {
      answered = true;
    });
    await settle();
    expect(writes).toHaveLength(1);
    expect(answered).toBe(false);
    writes[0]?.commit();
    await saved;
  });

  it('do not wait for more: one that comes alone is written alone', async () => {
    const { save, writes, letGo } = start();
    const saved = save('a');
    await settle();
    expect(writes.map(({ items }) => items)).toEqual([['a']]);
    letGo();
    await saved;
  });

  it('while others are being written wait for those, and then go in the order they came', async () => {
    const { save, writes, committed, letGo } = start();
    const all = names(MAX_GROUP * 3 + 1);
    const saved = Promise.all(all.map(save));
    await settle();
    expect(writes.map(({ items }) => items.length)).toEqual([MAX_GROUP]);
    letGo();
    await saved;
    expect(committed).toEqual(all);
  });

  it('are answered while the next ones are written', async () => {
    const { save, writes, letGo } = start();
    const first = save('a');
    await settle();
    const second = save('b');
    writes[0]?.commit();
    await first;
    await settle();
    expect(writes.map(({ items }) => items)).toEqual([['a'], ['b']]);
    letGo();
    await second;
  });
});

describe('a bad message', () => {
  it('fails alone, wherever it stands, and all others are stored', async () => {
    for (const bad of ['item 0', 'item 7', `item ${MAX_GROUP - 1}`]) {
      const { save, committed, letGo } = start({ isBad: (item) => item === bad });
      letGo();
      const all = names(MAX_GROUP);
      const results = await Promise.allSettled(all.map(save));
      const failed = results.flatMap((result, index) => (result.status === 'rejected' ? [all[index]] : []));
      expect(failed).toEqual([bad]);
      expect(committed).toEqual(all.filter((item) => item !== bad));
    }
  });

  it('fails with its own error', async () => {
    const { save, letGo } = start({ isBad: (item) => item === 'bad' });
    letGo();
    const good = save('good');
    await expect(save('bad')).rejects.toThrow(BadItemError);
    expect(await good).toBe('good is stored');
  });
});

describe('a database that is away', () => {
  it('is not asked again for each message of a group', async () => {
    const { save, writes } = start();
    const saved = Promise.allSettled(['a', 'b', 'c'].map(save));
    await settle();
    writes[0]?.breakDown();
    for (const result of await saved) expect(result).toMatchObject({ reason: expect.any(DatabaseUnavailableError) });
    expect(writes).toHaveLength(1);
  });

  it('keeps nobody from being stored once it is back', async () => {
    const { save, writes, letGo } = start();
    const lost = save('a');
    await settle();
    writes[0]?.breakDown();
    await expect(lost).rejects.toThrow(DatabaseUnavailableError);
    letGo();
    expect(await save('a')).toBe('a is stored');
  });

  it('leaves out those who have been told so meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { save, writes, committed, letGo } = start({ maxWaitMs: 2_800 });
    const inFlight = save('in flight');
    await settle();
    expect(writes).toHaveLength(1);
    const late = save('late');
    vi.advanceTimersByTime(2_801);
    const later = save('later');
    letGo();
    await expect(late).rejects.toThrow(DatabaseUnavailableError);
    expect(await later).toBe('later is stored');
    await inFlight;
    expect(committed).not.toContain('late');
  });
});

describe('two messages under one key', () => {
  it('are never in one group, nor written at the same time', async () => {
    const { save, writes, letGo } = start();
    const saved = Promise.all(['key/1', 'key/2', 'other'].map(save));
    await settle();
    expect(writes.map(({ items }) => items)).toEqual([['key/1', 'other']]);
    writes[0]?.commit();
    await settle();
    expect(writes[1]?.items).toEqual(['key/2']);
    letGo();
    await saved;
  });
});

describe('more messages than may wait', () => {
  it('are refused at once, and those that wait are stored', async () => {
    const { save, committed, letGo } = start({ maxWaiting: 3 });
    const accepted = ['a', 'b', 'c'].map(save);
    await expect(save('d')).rejects.toMatchObject({ code: 'overloaded' });
    letGo();
    await Promise.all(accepted);
    expect(committed).toEqual(['a', 'b', 'c']);
    expect(await save('e')).toBe('e is stored');
  });
});

describe('a shutdown', () => {
  it('waits until everything that came has its answer', async () => {
    const { save, drained, committed, letGo } = start();
    const all = names(MAX_GROUP * 5);
    const saved = all.map(save);
    let isDrained = false;
    const draining = drained().then(() => {
      isDrained = true;
    });
    await settle();
    expect(isDrained).toBe(false);
    letGo();
    await draining;
    expect(committed).toEqual(all);
    await Promise.all(saved);
  });

  it('with nothing to wait for is over at once', async () => {
    await start().drained();
  });
});
