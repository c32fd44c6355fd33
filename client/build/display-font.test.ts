import { expect, test } from 'vitest';
import { makeDisplayFontRule } from './display-font.ts';

test('the letters of headings, and of other texts in the font, are in the rule, and no others', async () => {
  const rule = await makeDisplayFontRule(['<h1 id="a">Pá &amp; <em>c</em></h1><p>Zebra</p>'], ['oi']);
  expect(rule).toMatch(/font-display:block;src:url\(data:font\/woff2;base64,[\w+/=]{400,}\)/);
  expect(rule).toMatch(/unicode-range:U\+20,U\+26,U\+50,U\+63,U\+69,U\+6f,U\+e1}}$/);
});
