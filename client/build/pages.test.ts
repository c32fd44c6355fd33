import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { describeExcess, shortenPropertyNames } from './pages.ts';

test('a custom property has one short name wherever it stands, and nothing else is renamed', () => {
  const css =
    ':root{--color-text:red;--color-line:var(--color-text)}' +
    '.a--color-text:hover{color:var(--color-line,var(--icon))}@font-face{src:url(a--color-b.woff2)}';
  expect(shortenPropertyNames(css)).toBe(
    ':root{--0:red;--1:var(--0)}.a--color-text:hover{color:var(--1,var(--icon))}@font-face{src:url(a--color-b.woff2)}',
  );
});

/** Text that no compression makes smaller than this. */
function makeText(bytes: number): string {
  return randomBytes(bytes).toString('base64');
}

test('a page of 14,000 bytes, compressed, is not too heavy', () => {
  expect(describeExcess('inicio.html', 'a'.repeat(50_000), {})).toBeNull();
  expect(describeExcess('inicio.html', makeText(13_500), {})).toBeNull();
});

test('a heavier one is named, with by how much it is too heavy, and with what is in it, the heaviest first', () => {
  const [words, pictures] = [makeText(5000), makeText(10_000)];
  const sentence = describeExcess('projetos.html', words + pictures, { words, pictures, script: 'x' });
  const [, size, more, first, second] =
    /^projetos\.html tem (\d+) bytes, (\d+) a mais .*: pictures (\d+), words (\d+), script \d+\.$/.exec(
      sentence ?? '',
    ) ?? [];
  expect(Number(size) - Number(more)).toBe(14_000);
  expect(Number(size)).toBeGreaterThan(15_000);
  expect(Number(first)).toBeGreaterThan(10_000);
  expect(Number(second)).toBeGreaterThan(5000);
});
