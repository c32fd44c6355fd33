import { readFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import { clientFolder } from './folders.ts';

const FONT_FILE = path.join(clientFolder, 'src/styles/fonts/bricolage-grotesque.woff2');

/**
 * Tables that these letters do without. Kerning (GPOS) would be a third of the bytes and moves no heading of ours by a hundredth of its
 * width; hinting is for small letters. `name` and `post` stay, as browsers refuse a font without them.
 */
const UNUSED_TABLES = ['GPOS', 'GSUB', 'GDEF', 'STAT', 'gasp'];

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/**
 * The display font as a rule of CSS, cut down to the letters that the pages are set in with it: so headings are painted in it at the first
 * paint, without a request. It is to follow the rule that names the whole file, and so comes before it in effect (CSS Fonts 4, section
 * 5.2): the file is fetched for a letter that is not among these.
 *
 * @param pages - HTML of the body of every page
 * @param others - texts that are set in the font and are no headings, or are in no page yet
 */
export async function makeDisplayFontRule(pages: string[], others: string[]): Promise<string> {
  const letters = new Set([...pages.flatMap(readHeadings), ...others].join(' '));
  const font = await subsetFont(await readFile(FONT_FILE), [...letters].join(''), {
    targetFormat: 'woff2',
    noHinting: true,
    dropTables: UNUSED_TABLES,
  });
  const source = `url(data:font/woff2;base64,${font.toString('base64')})format("woff2")`;
  const range = [...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16)}`).toSorted();
  // Nothing to wait for but the decoder, which takes its time on a slow processor: so the browser is to wait ("block").
  return `@layer base{@font-face{font-family:Bricolage Grotesque;font-weight:700;font-display:block;src:${source};unicode-range:${range}}}`;
}

/** React writes no other entities than these. */
function readHeadings(html: string): string[] {
  return [...html.matchAll(/<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1>/g)].map(([, , content = '']) =>
    content.replaceAll(/<[^>]*>/g, '').replaceAll(/&([^;]+);/g, (entity, name) => ENTITIES[name] ?? entity),
  );
}
