import { expect, test } from 'vitest';
import { shortenPropertyNames } from './pages.ts';

test('a custom property has one short name wherever it stands, and nothing else is renamed', () => {
  const css =
    ':root{--color-text:red;--color-line:var(--color-text)}' +
    '.a--color-text:hover{color:var(--color-line,var(--icon))}@font-face{src:url(a--color-b.woff2)}';
  expect(shortenPropertyNames(css)).toBe(
    ':root{--0:red;--1:var(--0)}.a--color-text:hover{color:var(--1,var(--icon))}@font-face{src:url(a--color-b.woff2)}',
  );
});
