import { afterEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from './web-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what is stored comes back, and nothing where storage holds no JSON', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  expect(readStored('sessionStorage', 'draft')).toBeNull();
  writeStored('sessionStorage', 'draft', { name: 'Ana' });
  expect(readStored('sessionStorage', 'draft')).toEqual({ name: 'Ana' });
  for (const key of stored.keys()) stored.set(key, '{');
  expect(readStored('sessionStorage', 'draft')).toBeNull();
});

test('where storage is forbidden, nothing is stored and nothing fails', () => {
  vi.stubGlobal('sessionStorage', undefined);
  writeStored('sessionStorage', 'draft', { name: 'Ana' });
  expect(readStored('sessionStorage', 'draft')).toBeNull();
});
