import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import leven from 'leven';
import { lightenForSea } from './accent.ts';
import type { Technology } from './content-schema.ts';
import { contentFolder } from './folders.ts';

/** From this width technology-grid.module.css uses `--technology-columns-l`. */
const NARROWEST_WIDE_PAGE_PX = 1152;
const LETTER_PX = 8.2;

/** Slugs for names that simple-icons lacks for legal reasons. */
const NEIGHBOURS: Record<string, string> = { java: 'openjdk', csharp: 'dotnet' };

const { resolve } = createRequire(import.meta.url);
const simpleIcons = path.dirname(resolve('simple-icons'));

/** A sentence for the owner if this is no icon of a technology, else null. */
export function findIconFault(icon: string): string | null {
  const file = fileOf(icon);
  const expected = `esperado um nome de https://simpleicons.org, ou um arquivo SVG em ${path.basename(contentFolder)}/pictures`;
  if (existsSync(file)) return readDrawing(file) === null ? 'esperado um desenho SVG com viewBox' : null;
  if (icon.endsWith('.svg')) return `arquivo não encontrado; ${expected}`;
  const nearest = findNearestIcons(icon);
  return `ícone desconhecido; ${nearest.length > 0 ? `esperado talvez ${nearest.join(' ou ')}` : expected}`;
}

/** At most three slugs that begin so or differ in a few letters. */
function findNearestIcons(given: string): string[] {
  const wanted = given.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const ranked = readBrands().map(({ slug }) => {
    if (slug === NEIGHBOURS[wanted] || slug === `${wanted}dotjs`) return { slug, distance: 0 };
    return { slug, distance: slug.startsWith(wanted) ? 1 : leven(slug, wanted) };
  });
  const near = ranked.filter(({ distance }) => distance <= Math.min(2, wanted.length / 2));
  const nearest = near.toSorted((a, b) => a.distance - b.distance || a.slug.length - b.slug.length);
  return nearest.slice(0, 3).map(({ slug }) => slug);
}

/**
 * One SVG file with a symbol for each technology: inline they would take half of the first round trip. Unless the page
 * sets `--icon`, a symbol has its brand's colour, or the text's for an owner's file. @throws Error for a faulty icon
 */
export function makeTechnologyIcons(technologies: Technology[]): string {
  const brands = new Map(readBrands().map(({ slug, hex }) => [slug, hex]));
  const symbols = technologies.map(({ id, icon }) => {
    const drawing = readDrawing(fileOf(icon));
    if (drawing === null) throw new Error(`${icon} is no SVG drawing`);
    const brand = brands.get(icon);
    const colour = brand === undefined ? 'currentcolor' : lightenForSea(`#${brand}`);
    return `<symbol id="${id}" viewBox="${drawing.viewBox}" fill="var(--icon, ${colour})">${drawing.content}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Tecnologias</title>\n${symbols.join('\n')}\n</svg>\n`;
}

/**
 * For technology-grid.module.css: how many stand in a row, narrow to wide, in rows of about the same length. Only what
 * differs from its own values, as these styles are in the first round trip of every page.
 */
export function makeTechnologyStyles(technologies: Technology[]): string {
  const { length } = technologies;
  const longest = Math.max(1, ...technologies.flatMap(({ name }) => name.split(/[\s-]/).map((word) => word.length)));
  const columns = balanceRows(length, Math.floor(NARROWEST_WIDE_PAGE_PX / (longest * LETTER_PX + 6)));
  const styles = [
    { name: 'columns-s', value: balanceRows(length, 5), own: 5 },
    { name: 'columns-m', value: balanceRows(length, 7), own: 7 },
    { name: 'columns-l', value: columns, own: 13 },
    // One row rides a wave; in several, icons of two waves would meet.
    { name: 'wave', value: columns < length ? 0 : 1, own: 1 },
  ].filter(({ value, own }) => value !== own);
  return `:root {\n${styles.map(({ name, value }) => `  --technology-${name}: ${value};\n`).join('')}}\n`;
}

/** The length of the rows that `count` needs with `most` in each. */
function balanceRows(count: number, most: number): number {
  return Math.ceil(count / (Math.ceil(count / most) || 1)) || 1;
}

function readBrands(): { slug: string; hex: string }[] {
  return JSON.parse(readFileSync(path.join(simpleIcons, 'data/simple-icons.json'), 'utf8'));
}

function fileOf(icon: string): string {
  return icon.endsWith('.svg')
    ? path.join(contentFolder, 'pictures', path.basename(icon))
    : path.join(simpleIcons, 'icons', `${path.basename(icon)}.svg`);
}

function readDrawing(file: string): { viewBox: string; content: string } | null {
  const [, attributes = '', inside = ''] = /<svg\b([^>]*)>([\s\S]*)<\/svg>/.exec(readFileSync(file, 'utf8')) ?? [];
  const viewBox = /\bviewBox="([\d\s.-]+)"/.exec(attributes)?.[1];
  // Without the title, as the page has the name next to the icon.
  const content = inside.replace(/<title>[\s\S]*?<\/title>/, '').trim();
  return viewBox === undefined || content === '' ? null : { viewBox, content };
}
