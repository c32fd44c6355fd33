import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Technology } from '../src/content/technologies.ts';
import { lightenForSea } from './accent.ts';
import { findContentFile } from './owner-content.ts';

const { resolve } = createRequire(import.meta.url);
const simpleIcons = path.dirname(resolve('simple-icons'));

/** What is wrong with an icon of content/technologies.ts, in a sentence for the owner; null where nothing is. */
export function findIconFault(icon: string): string | null {
  const file = fileOf(icon);
  if (!existsSync(file)) {
    return icon.endsWith('.svg')
      ? `no such file; expected the name of an SVG file in client/src/content/images; given "${icon}"`
      : `no such icon; expected a name that https://simpleicons.org knows, or an SVG file in client/src/content/images; given "${icon}"`;
  }
  return readDrawing(file) === null ? `not an SVG drawing with a viewBox; given "${icon}"` : null;
}

/**
 * One SVG file with a symbol for each technology: inline they would take half of the first round trip. Where the page does not set `--icon`, a
 * symbol has the colour from its icon's package; an SVG file of the owner has none. Throws Error for a faulty icon.
 */
export function makeTechnologyIcons(technologies: Pick<Technology, 'id' | 'icon'>[]): string {
  const list: { slug: string; hex: string }[] = JSON.parse(
    readFileSync(path.join(simpleIcons, 'data/simple-icons.json'), 'utf8'),
  );
  const brands = new Map(list.map(({ slug, hex }) => [slug, hex]));
  const symbols = technologies.map(({ id, icon }) => {
    const drawing = readDrawing(fileOf(icon));
    if (drawing === null) throw new Error(`${icon} is no SVG drawing`);
    const brand = brands.get(icon);
    const colour = brand === undefined ? 'currentcolor' : lightenForSea(`#${brand}`);
    return `<symbol id="${id}" viewBox="${drawing.viewBox}" fill="var(--icon, ${colour})">${drawing.content}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Tecnologias</title>\n${symbols.join('\n')}\n</svg>\n`;
}

function fileOf(icon: string): string {
  return icon.endsWith('.svg')
    ? findContentFile(path.join('images', path.basename(icon)))
    : path.join(simpleIcons, 'icons', `${icon}.svg`);
}

function readDrawing(file: string): { viewBox: string; content: string } | null {
  const [, attributes = '', inside = ''] = /<svg\b([^>]*)>([\s\S]*)<\/svg>/.exec(readFileSync(file, 'utf8')) ?? [];
  const viewBox = /\bviewBox="([\d\s.-]+)"/.exec(attributes)?.[1];
  // The page has the name next to the icon.
  const content = inside.replace(/<title>[\s\S]*?<\/title>/, '').trim();
  return viewBox === undefined || content === '' ? null : { viewBox, content };
}
