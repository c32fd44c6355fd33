import { expect, test } from 'vitest';
import { hrefOf, toFillIn } from './link.ts';

test('a stand-in leads to its address like any other link', () => {
  expect(hrefOf(toFillIn('https://github.com/'))).toBe('https://github.com/');
  expect(hrefOf('https://example.com/')).toBe('https://example.com/');
});
