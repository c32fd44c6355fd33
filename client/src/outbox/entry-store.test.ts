import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEntry, type Entry } from './entry.ts';
import { createEntryStore } from './entry-store.ts';
import { hasMessages } from './stores.ts';

const MESSAGE = { name: 'Ana', email: 'ana@exemplo.com.br', text: 'Olá, tudo bem?!' };

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function buildEntry(id: string, overrides: Partial<Entry> = {}): Entry {
  return { ...createEntry(id, MESSAGE, 1000), ...overrides };
}

async function loadAll(): Promise<Entry[]> {
  const store = createEntryStore();
  await store.load();
  return store.list();
}

test('gives back what was put in, to this page and to every other one, until it is deleted', async () => {
  const store = createEntryStore();
  await store.put(buildEntry('young', { submittedAt: 2000 }));
  await store.put(buildEntry('old'));
  expect(store.isInMemoryOnly('old')).toBe(false);
  expect(await loadAll()).toEqual([buildEntry('old'), buildEntry('young', { submittedAt: 2000 })]);
  expect(await hasMessages()).toBe(true);

  for (const id of ['old', 'young']) expect(await store.update(id, () => null)).toBeNull();
  expect(store.list()).toEqual([]);
  expect(await loadAll()).toEqual([]);
  expect(await hasMessages()).toBe(false);
});

test('of two tabs that claim an entry at the same time, the second sees what the first has done', async () => {
  await createEntryStore().put(buildEntry('a'));
  const claim = () => {
    let hasClaimed = false;
    return createEntryStore()
      .update('a', (entry) => {
        hasClaimed = entry.submittedAt === 1000;
        return { ...entry, submittedAt: 2000 };
      })
      .then(() => hasClaimed);
  };
  expect((await Promise.all([claim(), claim(), claim()])).filter(Boolean)).toHaveLength(1);
});

test('what another tab has deleted is not brought back by a change', async () => {
  const here = createEntryStore();
  await here.put(buildEntry('a'));
  await createEntryStore().update('a', () => null);
  expect(await here.update('a', (entry) => entry)).toBeNull();
  expect(await loadAll()).toEqual([]);
});

test('what is put in while the view is brought up to date stays in it', async () => {
  const store = createEntryStore();
  await Promise.all([store.load(), store.put(buildEntry('a'))]);
  expect(store.read('a')).toEqual(buildEntry('a'));
});

test('an entry goes from memory to the disk once that works', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const store = createEntryStore();
  await store.put(buildEntry('a'));
  expect(store.read('a')).toEqual(buildEntry('a'));
  expect(store.isInMemoryOnly('a')).toBe(true);

  put.mockRestore();
  await store.update('a', (entry) => ({ ...entry, submittedAt: 2000 }));
  await expect.poll(() => store.isInMemoryOnly('a')).toBe(false);
  expect(await loadAll()).toEqual([buildEntry('a', { submittedAt: 2000 })]);
});

test("what was put in is still there when the visitor has deleted the site's data, and goes to the disk again", async () => {
  const store = createEntryStore();
  await store.put(buildEntry('a'));
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('portfolio.messages').onsuccess = resolve;
  });
  await expect.poll(loadAll).toEqual([buildEntry('a')]);
});
