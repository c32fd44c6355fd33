import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { renderSite } from '../src/render-page.tsx';
import type { SiteScript } from './bundles.ts';
import { clientFolder, publicFolder } from './folders.ts';
import { InlineCode, readInlineScript } from './inline-code.ts';
import { describeExcess } from './page-weight.ts';

type Rendered = Pick<Awaited<ReturnType<typeof renderSite>>, 'pages'>;
type Parts = Rendered & { css: string; displayFontRule: string; script: SiteScript; base: string };

/** In characters; a larger icon is fetched, as the page must fit into the first round trip. */
const LARGEST_INLINE_ICON = 1000;

/** The router leads to none of these pages. */
const RULE_OF_STATIC_PAGES = /(?<=[{}])[^{}]*\.static-page-[^{}]*\{[^{}]*\}/g;

/** The HTML of every page by file name, the hashes of all inline code, and a sentence for each page that is too heavy. */
export async function composePages({ pages, css, displayFontRule, script, base }: Parts) {
  const inline = new InlineCode();
  // Before the styles: it chooses the theme before the first paint.
  const headScript = inline.script((await readInlineScript('theme.ts')) + (await readInlineScript('text-font.ts')));
  const cssOfRoutes = css.replaceAll(RULE_OF_STATIC_PAGES, '');
  const styles = inline.style(css + displayFontRule);
  const stylesOfRoutes = inline.style(cssOfRoutes + displayFontRule);
  const scripts = [
    // No browser runs this type: src/inline/late-script.ts reads it.
    `<script type="text/late-module" src="${script.url}" integrity="${script.integrity}" data-parts="${script.parts.join(' ')}"></script>`,
    inline.script((await readInlineScript('menu.ts')) + (await readInlineScript('late-script.ts'))),
  ].join('');

  const template = (await readTemplate()).replaceAll('href="/', `href="${base}/`);
  const files: Record<string, string> = {};
  const excesses: string[] = [];
  for (const { fileName, isRoute, head, body } of pages) {
    const pageScripts = isRoute ? scripts : '';
    // Functions, as `$&` has a meaning in a replacement string.
    const html = template
      .replace(
        '<script type="module" src="/src/main.tsx"></script>',
        () => headScript + (isRoute ? stylesOfRoutes : styles) + head + pageScripts,
      )
      .replace('<!--body-->', () => body);
    files[fileName] = html;
    const pictures = [...body.matchAll(/"data:image[^"]*"/g)].join('');
    const words = body.replaceAll(/"data:image[^"]*"/g, '');
    const parts = {
      textos: words,
      imagens: pictures,
      estilos: isRoute ? cssOfRoutes : css,
      'letras dos títulos': displayFontRule,
      scripts: pageScripts,
    };
    const excess = describeExcess(fileName, html, parts);
    if (excess !== null) excesses.push(excess);
  }
  return { files, hashes: inline.hashes, excesses };
}

/** The style sheet without the rules for optional parts (`.slotTags`, `[data-slot-long]`) that no page has. */
export function dropUnusedSlots(css: string, pages: { body: string }[]): string {
  return css.replaceAll(/(?<=[{}])[^{}]*?([\w-]+-slot[\w-]+)[^{}]*\{[^{}]*\}/g, (rule, name) =>
    pages.some(({ body }) => body.includes(name)) ? rule : '',
  );
}

/** Takes 0.3 kB off every page. Names of one word stay: the file of the icons reads `--icon`. */
export function shortenPropertyNames(css: string): string {
  const names: string[] = [];
  return css.replaceAll(/(?<=var\()--[a-z]+-[\w-]+|(?<=[{;])--[a-z]+-[\w-]+(?=:)/g, (name) => {
    if (!names.includes(name)) names.push(name);
    return `--${names.indexOf(name).toString(36)}`;
  });
}

/** index.html, with a small icon inlined: browsers request it at about the time of the first paint. */
async function readTemplate(): Promise<string> {
  const template = await readFile(path.join(clientFolder, 'index.html'), 'utf8');
  const icon = (await readFile(path.join(publicFolder, 'favicon.svg'), 'utf8')).trim();
  if (icon.length > LARGEST_INLINE_ICON) return template;
  // encodeURI does not encode # and &.
  const url = `data:image/svg+xml,${encodeURI(icon).replaceAll('#', '%23').replaceAll('&', '%26')}`;
  return template.replace('/favicon.svg', () => url);
}
