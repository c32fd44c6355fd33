import { expect, test } from 'vitest';
import { putInDisplayFont } from './display-font.ts';

const CSS =
  '@layer base{@font-face{font-family:Bricolage Grotesque;font-display:optional;src:url(/assets/bricolage.woff2)format("woff2")}}a{}';

test('the letters of headings, and of other texts in the font, are in the style sheet after the file', async () => {
  const css = await putInDisplayFont(CSS, ['<h1 id="a">Pá &amp; <em>c</em></h1><p>Zebra</p>'], ['oi']);
  expect(css.startsWith(CSS.slice(0, CSS.indexOf('}a{}') - 1))).toBe(true);
  expect(css).toMatch(/font-display:block;src:url\(data:font\/woff2;base64,[\w+/=]{400,}\)/);
  expect(css).toMatch(/unicode-range:U\+20,U\+26,U\+50,U\+63,U\+69,U\+6f,U\+e1}}a{}$/);
});

test('a style sheet that does not name the font is refused', async () => {
  await expect(putInDisplayFont('a{}', [], ['a'])).rejects.toThrow('does not name the display font');
});
