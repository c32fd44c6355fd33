import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import { SUN, WAVES } from '../src/components/logo-paths.ts';
import { makeGreeting } from '../src/content/greeting.ts';
import { makeTints } from './accent.ts';
import { escapeHtml } from './content-rules.ts';
import type { Content } from './content-schema.ts';
import { displayFontFile } from './display-font.ts';
import { contentFolder, pictureCacheFolder, publicFolder } from './folders.ts';
import { hash, loadSharp } from './pictures.ts';

const FAMILY = 'Bricolage Grotesque 96pt ExtraBold';
/** Increase it when a change of this file makes other pictures. */
const VERSION = 5;

const wave = (y: number, amplitude: number) => `M-40 ${y}q80 ${amplitude} 160 0${'t160 0'.repeat(8)}V700H-40z`;

/**
 * Fills the public folder: draws icons and the picture of link previews (1200 by 630, ogp.me), then copies the owner's
 * files over them. Gives a sentence for the owner if the pictures could not be drawn, else null.
 */
export async function makePublicFolder(owner: Content['owner']): Promise<string | null> {
  const { sun } = makeTints(owner.accent);
  const greeting = makeGreeting(owner);
  const drawn = path.join(pictureCacheFolder, `brand-${hash(JSON.stringify([sun, greeting, VERSION]))}`);
  let fault: string | null = null;
  // previa.png is written last.
  if (!existsSync(path.join(drawn, 'previa.png'))) {
    await mkdir(drawn, { recursive: true });
    await writeFile(path.join(drawn, 'favicon.svg'), makeFavicon(sun));
    fault = await drawPictures(drawn, sun, greeting).then(
      () => null,
      (error: Error) => error.message,
    );
  }
  await rm(publicFolder, { recursive: true, force: true });
  await cp(drawn, publicFolder, { recursive: true });
  await cp(path.join(contentFolder, 'public'), publicFolder, { recursive: true }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return fault;
}

async function drawPictures(folder: string, sun: string, greeting: string) {
  const sharp = await loadSharp();
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" width="180" height="180" viewBox="-14 -14 92 92"><rect x="-14" y="-14" width="92" height="92" fill="#003441"/><g color="#e6f3f3">${makeMark(sun)}</g></svg>`;
  await sharp(Buffer.from(icon)).png({ palette: true }).toFile(path.join(folder, 'icone-180.png'));
  const whole = escapeHtml(greeting).replaceAll(/\S+-\S+/g, '<span allow_breaks="false">$&</span>');
  const words = `<span foreground="#04131b" letter_spacing="-1024" line_height="0.8">${whole}</span>`;
  const text = {
    text: words,
    font: `${FAMILY},`,
    fontfile: await makeTrueTypeFont(),
    rgba: true,
    width: 640,
    height: 330,
  };
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#f7fcfc"/>
    <g transform="translate(770 96) scale(5.6)" color="#358f98">${makeMark(sun)}</g><path fill="#b4d6d9" d="${wave(470, -50)}"/>
    <path fill="#5aa3ab" d="${wave(505, 46)}"/><path fill="#003441" d="${wave(540, -44)}"/></svg>`;
  const heading = await sharp({ text }).png().toBuffer();
  const preview = sharp(Buffer.from(scene)).composite([{ input: heading, left: 80, top: 90 }]);
  await preview.png({ palette: true }).toFile(path.join(folder, 'previa.png'));
}

/** For Pango, which reads no WOFF2 and keeps the first file that it has read for a font: so there is only one. */
async function makeTrueTypeFont(): Promise<string> {
  const file = path.join(pictureCacheFolder, 'display-font.ttf');
  const letters = String.fromCodePoint(...Array.from({ length: 0x180 }, (_, index) => index));
  await writeFile(file, await subsetFont(await readFile(displayFontFile), letters, { targetFormat: 'truetype' }));
  return file;
}

function makeFavicon(sun: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 76 76"><rect width="76" height="76" x="-6" y="-6" rx="18" fill="#003441"/><path fill="${sun}" d="${SUN}"/><g fill="none" stroke="#e6f3f3" stroke-linecap="round" stroke-width="4"><path d="M6 43q4.3-4.5 8.66 0t8.66 0 8.66 0 8.66 0 8.66 0 8.66 0"/><path d="M14 53q4.5-4.5 9 0t9 0 9 0 9 0"/></g></svg>\n`;
}

function makeMark(sun: string): string {
  return `<path fill="${sun}" d="${SUN}"/>
  <g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="3">
  ${WAVES.map((wave) => `<path d="${wave}"/>`).join('')}</g>`;
}
