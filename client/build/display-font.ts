import { readFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import { clientFolder } from './folders.ts';

export const displayFontFile = path.join(clientFolder, 'src/styles/fonts/bricolage-grotesque.woff2');

/** Kerning (GPOS) is a third of the bytes for less than 1 % of a heading's width. Browsers need `name` and `post`. */
const UNUSED_TABLES = ['GPOS', 'GSUB', 'GDEF', 'STAT', 'gasp'];

const REACT_ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/**
 * The CSS rule of the display font with the letters of these texts inline, so that the first paint needs no request.
 * It must follow the rule with the font's file, which is fetched for other letters (CSS Fonts 4, section 5.2).
 */
export async function makeDisplayFontRule(bodies: string[], otherTexts: string[]): Promise<string> {
  const letters = new Set([...bodies.flatMap(readHeadings), ...otherTexts].join(' '));
  const font = await subsetFont(await readFile(displayFontFile), [...letters].join(''), {
    targetFormat: 'woff2',
    noHinting: true,
    dropTables: UNUSED_TABLES,
  });
  const source = `url(data:font/woff2;base64,${font.toString('base64')})format("woff2")`;
  const range = toUnicodeRange([...letters].map((letter) => letter.codePointAt(0) ?? 0));
  // `block` waits while a slow processor decodes the font.
  return `@layer base{@font-face{font-family:Bricolage Grotesque;font-weight:700;font-display:block;src:${source};unicode-range:${range}}}`;
}

function readHeadings(html: string): string[] {
  // Without the placeholders that the server replaces (static-pages.ts).
  return [...html.matchAll(/<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1>/g)].map(([, , content = '']) =>
    content
      .replaceAll(/<[^>]*>|\{\{[^}]*\}\}/g, '')
      .replaceAll(/&([^;]+);/g, (entity, name) => REACT_ENTITIES[name] ?? entity),
  );
}

function toUnicodeRange(codePoints: number[]): string {
  const runs: [number, number][] = [];
  for (const point of codePoints.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.[1] === point - 1) run[1] = point;
    else runs.push([point, point]);
  }
  const hex = (point: number) => point.toString(16);
  return runs.map(([first, last]) => `U+${first === last ? hex(first) : `${hex(first)}-${hex(last)}`}`).join();
}
