import { afterEach, expect, test, vi } from 'vitest';
import { readTab, writeTab } from './tab-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what is stored comes back, and nothing where storage holds no JSON', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  expect(readTab('draft')).toBeNull();
  writeTab('draft', { name: 'Ana' });
  expect(readTab('draft')).toEqual({ name: 'Ana' });
  for (const key of stored.keys()) stored.set(key, '{');
  expect(readTab('draft')).toBeNull();
});

test('where storage is forbidden, nothing is stored and nothing fails', () => {
  vi.stubGlobal('sessionStorage', undefined);
  writeTab('draft', { name: 'Ana' });
  expect(readTab('draft')).toBeNull();
});
