import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { describeExcess, keepUsedRules, splitOffLateRules } from './pages.ts';

test('a page has the rules for its own classes, and those without a class', () => {
  const css =
    'p,.a-word,.b-word{color:red}.a-box .b-word{top:0}.a-box:not(.b-box){left:0}@media print{.b-box{top:1.5em}}' +
    '@keyframes rise{33.3%{top:0}}@media (width>9px){.a-box{top:0}.b-box{top:0}}';
  expect(keepUsedRules(css, '<p class="a-box a-word"></p>')).toBe(
    'p,.a-word{color:red}.a-box:not(.b-box){left:0}@keyframes rise{33.3%{top:0}}@media (width>9px){.a-box{top:0}}',
  );
});

test('a page has the rules for its own data attributes, and those of the root, which scripts set', () => {
  const css =
    ':root[data-sea=calm] p{top:0}p[data-turned],p[data-near=a]{top:1px}p:not([data-turned]){top:2px}p[data-turned]{top:3px}';
  expect(keepUsedRules(css, '<p data-near="a"></p>')).toBe(
    ':root[data-sea=calm] p{top:0}p[data-near=a]{top:1px}p:not([data-turned]){top:2px}',
  );
});

test('the rules for paper and for page changes are apart from all others, in their order', () => {
  const css =
    'p{top:0}@media print{p{top:1px}}@media print,(width>9px){p{top:2px}}@media (width>9px){::view-transition-new(a){top:3px}}@media print{p{top:4px}}';
  expect(splitOffLateRules(css)).toEqual({
    early: 'p{top:0}@media print,(width>9px){p{top:2px}}',
    late: '@media print{p{top:1px}}@media (width>9px){::view-transition-new(a){top:3px}}@media print{p{top:4px}}',
  });
});

/** Compresses to about so many bytes. */
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
