import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEntry, type Entry } from './entry.ts';
import { createEntryStorage, parseEntry } from './entry-storage.ts';
import { createFakeStorage } from './fake-storage.ts';

const MESSAGE = { name: 'Ana', email: 'ana@exemplo.com.br', text: 'Olá, tudo bem?!' };

function buildEntry(id: string, overrides: Partial<Entry> = {}): Entry {
  return { ...createEntry(id, MESSAGE, 1000, true), ...overrides };
}

test('gives back what was saved, to this page and to every other one, until it is removed', () => {
  const storage = createFakeStorage();
  const here = createEntryStorage(() => storage);
  const elsewhere = createEntryStorage(() => storage);
  const entry = buildEntry('a');

  here.save(entry);
  expect(elsewhere.read('a')).toEqual(entry);
  expect(elsewhere.list()).toEqual([entry]);
  expect(here.isInMemoryOnly('a')).toBe(false);

  elsewhere.remove('a');
  expect(here.read('a')).toBeNull();
  expect(here.list()).toEqual([]);
});

test('lists entries from the oldest on, and nothing else that the origin keeps', () => {
  const storage = createFakeStorage();
  const entries = createEntryStorage(() => storage);
  storage.setItem('tema', 'escuro');
  storage.setItem('portfolio.outbox.torn', '{"id":"torn"');
  entries.save(buildEntry('young', { submittedAt: 2000 }));
  entries.save(buildEntry('old', { submittedAt: 1000 }));
  expect(entries.list().map(({ id }) => id)).toEqual(['old', 'young']);
});

test.each([
  [
    'is forbidden',
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
  ],
  [
    'is full',
    () =>
      Object.assign(createFakeStorage(), {
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      }),
  ],
  ['forgets what it is told', () => Object.assign(createFakeStorage(), { setItem: () => undefined })],
])('an entry lives in memory where the storage %s', (_, getStorage) => {
  const entries = createEntryStorage(getStorage);
  const entry = buildEntry('a');

  entries.save(entry);
  expect(entries.read('a')).toEqual(entry);
  expect(entries.list()).toEqual([entry]);
  expect(entries.isInMemoryOnly('a')).toBe(true);

  entries.remove('a');
  expect(entries.read('a')).toBeNull();
});

test('an entry moves from memory into the storage once that works', () => {
  const storage = createFakeStorage();
  let isFull = true;
  const entries = createEntryStorage(() => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
    return storage;
  });
  entries.save(buildEntry('a'));
  isFull = false;
  entries.save(buildEntry('a'));
  expect(entries.isInMemoryOnly('a')).toBe(false);
  expect(createEntryStorage(() => storage).read('a')).toEqual(buildEntry('a'));
});

test('an entry survives its journey through JSON, whatever was typed', () => {
  fc.assert(
    fc.property(
      fc.record({ name: fc.string(), email: fc.string(), text: fc.string({ unit: 'binary' }) }),
      (message) => {
        const entry = buildEntry('a', { message });
        expect(parseEntry(JSON.stringify(entry))).toEqual(entry);
      },
    ),
  );
});

test('what is no entry is never taken for one', () => {
  expect(parseEntry(null)).toBeNull();
  const entry = buildEntry('a');
  const broken: unknown[] = [
    7,
    [],
    { ...entry, id: 7 },
    { ...entry, submittedAt: '1000' },
    { ...entry, message: {} },
    { ...entry, message: { ...MESSAGE, text: 7 } },
    { ...entry, row: undefined },
    { ...entry, row: { state: 'sent' } },
    { ...entry, email: { state: 'waiting', attempts: 0, nextAt: null, earliestAt: 0, hasFailed: false } },
  ];
  for (const value of broken) expect(parseEntry(JSON.stringify(value))).toBeNull();
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(parseEntry(json)).toBeNull();
    }),
  );
});
