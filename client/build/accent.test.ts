import Color from 'colorjs.io';
import { expect, test } from 'vitest';
import { lightenForSea, makeAccentStyles } from './accent.ts';
import { isHexColour } from './content-rules.ts';

function read(styles: string, name: string): Color {
  return new Color(new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(styles)?.[1] ?? 'none');
}

test('the colour the site comes with is its sun, as it is', () => {
  expect(makeAccentStyles('#ef713b')).toContain('--sun-500: #ef713b;');
});

test.each(['#ef713b', '#ffffff', '#000000', '#808080', '#ffff00', '#00ff00', '#0000ff', '#ff00ff', '#7a2048'])(
  'whatever colour the owner takes, such as %s, words in it can be read by day and by night',
  (accent) => {
    const styles = makeAccentStyles(accent);
    expect(read(styles, 'sun-700').contrast('oklch(0.955 0.012 200)', 'WCAG21')).toBeGreaterThan(6.3);
    expect(read(styles, 'sun-300').contrast('oklch(0.3 0.06 222)', 'WCAG21')).toBeGreaterThan(6.8);
  },
);

test.each(['#0e7c86', '#1e90ff', '#2563eb', '#ef713b', '#1f6f43', '#8b5cf6'])(
  'with the accent %s the sun has not the hue of the water',
  (accent) => {
    const hue = Number(read(makeAccentStyles(accent), 'sun-500').to('oklch').coords[2]);
    expect(Math.abs(hue - 220)).toBeGreaterThan(50);
  },
);

test('the colour of a technology is lightened until it can be seen on the sea, and left as it is where it can', () => {
  expect(lightenForSea('#f7df1e')).toBe('#f7df1e');
  for (const dark of ['#2d3748', '#000000', '#764abc']) {
    expect(new Color(lightenForSea(dark)).contrast('oklch(0.3 0.06 222)', 'WCAG21'), dark).toBeGreaterThan(4.4);
  }
});

test('a colour is written as #rrggbb', () => {
  expect(isHexColour('#EF713B')).toBe(true);
  for (const other of ['ef713b', '#ef7', '#ef713b80', 'orange', '']) expect(isHexColour(other), other).toBe(false);
});
