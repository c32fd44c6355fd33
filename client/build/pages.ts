import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import postcss from 'postcss';
import type { renderSite } from '../src/render-page.tsx';
import { makeDisplayFontRule } from './display-font.ts';
import { clientFolder, publicFolder } from './folders.ts';
import { type InlineHashes, makeInline, readInlineScript } from './inline-code.ts';
import { toDataUrl } from './pictures.ts';

interface Parts extends Pick<Awaited<ReturnType<typeof renderSite>>, 'pages' | 'displayTexts'> {
  css: string;
  lateScript: string;
  base: string;
}

/** Ten segments (RFC 6928) without the headers of the answer. */
const FIRST_ROUND_TRIP_BYTES = 14_000;
/** In characters. */
const LARGEST_INLINE_ICON = 1000;

/** The HTML of every page by file name, the hashes of inline code, and a sentence for each page that is too large. */
export async function composePages({ pages, displayTexts, css, lateScript, base }: Parts) {
  const hashes: InlineHashes = { script: [], style: [] };
  const inlineScripts = async (...fileNames: string[]) =>
    makeInline('script', (await Promise.all(fileNames.map(readInlineScript))).join(''), hashes);
  // Before the styles, so that the theme is set before the first paint.
  const headScript = await inlineScripts('theme.ts', 'text-font.ts');
  const [routes, others] = [pages.filter(({ isRoute }) => isRoute), pages.filter(({ isRoute }) => !isRoute)];
  // The letters of all routes, as the router keeps the document.
  const fontRule = await makeDisplayFontRule(bodiesOf(routes), displayTexts);
  const fontRuleOfOthers = await makeDisplayFontRule(bodiesOf(others), displayTexts);
  // One style sheet for all of these, as the headers of every answer list its hash.
  const rulesOfOthers = keepUsedRules(css, bodiesOf(others).join(''));
  const { early } = splitOffLateRules(css);
  const scripts = lateScript + (await inlineScripts('menu.ts', 'late-script.ts'));
  const scriptsOfOthers = await inlineScripts('menu.ts');

  const template = (await readTemplate()).replaceAll('href="/', `href="${base}/`);
  const files: Record<string, string> = {};
  const excesses: (string | null)[] = [];
  for (const { fileName, isRoute, head, body } of pages) {
    const pageScripts = isRoute ? scripts : scriptsOfOthers;
    const letters = isRoute ? fontRule : fontRuleOfOthers;
    const rules = isRoute ? keepUsedRules(early, body) : rulesOfOthers;
    const styles = makeInline('style', rules + letters, hashes);
    // Functions, as `$&` is a pattern in a replacement string.
    const html = template
      .replace('<script type="module" src="/src/main.tsx"></script>', () => headScript + styles + head + pageScripts)
      .replace('<!--body-->', () => body);
    files[fileName] = html;
    const parts = {
      textos: body.replaceAll(/"data:image[^"]*"/g, ''),
      imagens: [...body.matchAll(/"data:image[^"]*"/g)].join(''),
      estilos: rules,
      'letras dos títulos': letters,
      scripts: pageScripts,
    };
    excesses.push(describeExcess(fileName, html, parts));
  }
  return { files, hashes, excesses };
}

function bodiesOf(pages: { body: string }[]): string[] {
  return pages.map(({ body }) => body);
}

/** The rules for paper and for the transition to another page, which no first screen needs, and all others. */
export function splitOffLateRules(css: string): { early: string; late: string } {
  const [sheet, late] = [postcss.parse(css), postcss.root()];
  sheet.walkAtRules('media', (rule) => {
    if (rule.params === 'print' || rule.toString().includes('::view-transition')) late.append(rule);
  });
  return { early: sheet.toString(), late: late.toString() };
}

/** Removes the rules for classes and data attributes that the HTML does not have. Until the late style sheet is there, scripts set data attributes on the root only. */
export function keepUsedRules(css: string, html: string): string {
  const used = new Set([...html.matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));
  for (const [name] of html.matchAll(/\bdata-[a-z-]+/g)) used.add(name);
  const sheet = postcss.parse(css);
  sheet.walkRules((rule) => {
    const kept = rule.selectors.filter((selector) => {
      const wanted = selector.replaceAll(/:not\([^)]*\)/g, '').matchAll(/(?:\.|(?<!:root)\[(?=data-))([a-z_][\w-]*)/gi);
      return [...wanted].every(([, name = '']) => used.has(name));
    });
    if (kept.length > 0) rule.selectors = kept;
    else rule.remove();
  });
  sheet.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return sheet.toString();
}

/** index.html with a small icon inline, as browsers request the icon at about the time of the first paint. */
async function readTemplate(): Promise<string> {
  const template = (await readFile(path.join(clientFolder, 'index.html'), 'utf8')).replaceAll(/\n\s*| (?=\/>)/g, '');
  const icon = (await readFile(path.join(publicFolder, 'favicon.svg'), 'utf8')).trim();
  if (icon.length > LARGEST_INLINE_ICON) return template;
  return template.replace('/favicon.svg', () => toDataUrl(icon));
}

/** A sentence for the owner if the compressed page does not fit into the first round trip, else null. */
export function describeExcess(fileName: string, html: string, parts: Record<string, string>): string | null {
  const size = weigh(html);
  if (size <= FIRST_ROUND_TRIP_BYTES) return null;
  const sizes = Object.entries(parts).map(([name, text]) => ({ name, bytes: weigh(text) }));
  const heaviest = sizes.toSorted((a, b) => b.bytes - a.bytes).map(({ name, bytes }) => `${name} ${bytes}`);
  return `${fileName} tem ${size} bytes, ${size - FIRST_ROUND_TRIP_BYTES} a mais do que chega na primeira resposta, e por isso aparece mais tarde: ${heaviest.join(', ')}.`;
}

function weigh(text: string): number {
  return brotliCompressSync(text).length;
}
