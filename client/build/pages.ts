import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { TEXT_FONT } from '../src/inline/text-font-face.ts';
import type { RenderedPage } from '../src/render-page.tsx';
import { clientFolder } from './folders.ts';
import { InlineCode, readInlineScript } from './inline-code.ts';
import { findContentFile } from './owner-content.ts';
import { describeExcess } from './page-weight.ts';

/** What a page is put together from. */
interface Parts {
  pages: RenderedPage[];
  /** The site's whole style sheet, and the rule for the letters of its headings. */
  css: string;
  displayFontRule: string;
  textFontUrl: string;
  script: { url: string; integrity: string; parts: string[] };
}

/** In characters. A larger icon is fetched: in every page it would take the room that the page's own words need. */
const LARGEST_ICON_IN_PAGE = 1000;

/** Where index.html, which the development server serves as it is, asks for the site's script. */
const SCRIPT_MARK = '<script type="module" src="/src/main.tsx"></script>';
const BODY_MARK = '<!--body-->';
const ICON_MARK = '"/favicon.svg"';

/**
 * The HTML of every page, by file name; the hashes of what stands inline in any of them; and which are too heavy to arrive at once. A page's
 * first paint needs nothing else.
 *
 * @throws Error when index.html lacks a place where something belongs
 */
export async function composePages({ pages, css, displayFontRule, textFontUrl, script }: Parts) {
  const inline = new InlineCode();
  const textFontRule = `@font-face{font-family:${TEXT_FONT.family};font-weight:${TEXT_FONT.weight};font-display:optional;src:url(${textFontUrl})format("woff2")}`;
  const everyHead = [
    // The script first: what it decides must be decided before anything is painted.
    inline.script(
      (await readInlineScript('theme.ts')) + (await readInlineScript('text-font.ts', nameFont(textFontUrl))),
    ),
    inline.style(css + displayFontRule),
    `<noscript>${inline.style(textFontRule)}</noscript>`,
  ].join('');
  const scripts = [
    // Of a type that no browser runs: it names the site's script, which src/inline/late-script.ts fetches in time.
    `<script type="text/late-module" src="${script.url}" integrity="${script.integrity}" data-parts="${script.parts.join(' ')}"></script>`,
    inline.script((await readInlineScript('menu.ts')) + (await readInlineScript('late-script.ts'))),
  ].join('');

  const template = await readTemplate();
  const files: Record<string, string> = {};
  const excesses: string[] = [];
  for (const { fileName, isRoute, head, body } of pages) {
    const pageScripts = isRoute ? scripts : '';
    // Functions, because `$&` and the like mean something in a replacement text.
    const html = template.replace(SCRIPT_MARK, () => everyHead + head + pageScripts).replace(BODY_MARK, () => body);
    files[fileName] = html;
    const pictures = [...body.matchAll(/"data:image[^"]*"/g)].join('');
    const words = body.replaceAll(/"data:image[^"]*"/g, '');
    const parts = { words, pictures, styles: css, 'letters of headings': displayFontRule, scripts: pageScripts };
    const excess = describeExcess(fileName, html, parts);
    if (excess !== null) excesses.push(excess);
  }
  return { files, hashes: inline.hashes, excesses };
}

/** With the tab's icon in it, if that is small: browsers ask for it at about the time they paint. */
async function readTemplate(): Promise<string> {
  const template = await readFile(path.join(clientFolder, 'index.html'), 'utf8');
  for (const mark of [SCRIPT_MARK, BODY_MARK, ICON_MARK]) {
    if (!template.includes(mark)) throw new Error(`client/index.html has lost its ${mark}`);
  }
  const icon = (await readFile(path.join(findContentFile('public'), 'favicon.svg'), 'utf8')).trim();
  if (icon.length > LARGEST_ICON_IN_PAGE) return template;
  // encodeURI leaves the signs that would begin a fragment and a character reference.
  const url = `data:image/svg+xml,${encodeURI(icon).replaceAll('#', '%23').replaceAll('&', '%26')}`;
  return template.replace(ICON_MARK, () => `"${url}"`);
}

/** The text font, as the script that is inline knows it. */
function nameFont(url: string): Record<string, string> {
  const values = Object.entries({ ...TEXT_FONT, url });
  return Object.fromEntries(values.map(([name, value]) => [`TEXT_FONT.${name}`, JSON.stringify(value)]));
}
