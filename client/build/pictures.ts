import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import { CARDS_PER_PAGE } from '../src/pages/projects/paging.ts';
import { pictureCacheFolder, publicFolder } from './folders.ts';

/** A picture as pages show it: a drawing as it is, or a photo, which is 4 wide and 3 high. */
export interface Picture {
  /** The address of the drawing, or the drawing itself as a data URL; or the photo for browsers that do not know AVIF. */
  src: string;
  avif?: { address: string; width: number }[];
}

/** Hosts let browsers keep what is in it for ever, as the names hold a hash of the content. Below the base path of the site. */
const ASSETS = 'assets';
/** In CSS pixels times the density of screens: no page shows a picture wider than 480 of them, or denser than twice. */
const WIDTHS = [320, 720, 960];
const FALLBACK_WIDTH = 720;
const LARGEST_MEGAPIXELS = 40;
/** Part of the names in the cache: count it up where a change of this file makes other pictures. */
const VERSION = 4;

/** Bytes for all inlined pictures, and how many of them the text of each card takes, so that the page stays below the limit of pages.ts. */
const ROOM_IN_PAGE = 6500;
const ROOM_FOR_A_CARD = 480;

const EXPECTED = 'esperado uma imagem PNG, JPEG, WebP, AVIF, GIF ou SVG';
const HEIC = `imagem HEIC, que navegadores não mostram; ${EXPECTED}`;

/** The names of photos that were cropped to 4 by 3 in the middle, as the owner has not said where. */
export const croppedPhotos = new Set<string>();
/** The names of animations, of which pages show only the first frame. */
export const stilledAnimations = new Set<string>();
let lastPhoto: Promise<unknown> = Promise.resolve();

/**
 * Makes the files of a picture that pages need, in the cache, if they are not there yet.
 *
 * @param focus - the point that a crop keeps in sight, as CSS writes it: '50% 20%'
 * @throws Error with a sentence for the owner where it cannot be shown
 */
export async function preparePicture(file: string, focus?: string): Promise<Picture> {
  await mkdir(pictureCacheFolder, { recursive: true });
  if (file.endsWith('.svg')) {
    const drawing = await readFile(file, 'utf8');
    if (!/<svg\b/.test(drawing)) throw new Error(`não é um desenho SVG; ${EXPECTED}`);
    const name = `${hash(drawing)}.svg`;
    await writeWhole(name, drawing);
    return { src: `${ASSETS}/${name}` };
  }
  // One after the other: each takes all processors and, while it is decoded, much memory.
  const photo = lastPhoto.then(() => preparePhoto(file, focus));
  lastPhoto = photo.catch(() => undefined);
  return photo;
}

/** Without the metadata of the photo: sharp leaves out what it is not told to keep. */
async function preparePhoto(file: string, focus: string | undefined): Promise<Picture> {
  const sharp = await loadSharp();
  if (/\.hei[cf]$/i.test(file)) throw new Error(HEIC);
  const source = sharp(file, { limitInputPixels: false });
  const {
    width,
    height,
    format,
    compression,
    hasAlpha,
    orientation = 1,
    pages = 1,
  } = await source.metadata().catch(() => {
    throw new Error(`arquivo danificado, ou que não é uma imagem; ${EXPECTED}`);
  });
  if (format === 'heif' && compression !== 'av1') throw new Error(HEIC);
  if (width * height > LARGEST_MEGAPIXELS * 1e6) {
    throw new Error(`imagem de ${Math.round((width * height) / 1e6)} megapixels; esperado até ${LARGEST_MEGAPIXELS}`);
  }
  const [fullWidth, fullHeight] = orientation > 4 ? [height, width] : [width, height];
  const isCropped = Math.abs(fullWidth / fullHeight - 4 / 3) > 0.05;
  if (isCropped && focus === undefined) croppedPhotos.add(path.basename(file));
  if (pages > 1) stilledAnimations.add(path.basename(file));

  const area = findCrop(fullWidth, fullHeight, focus);
  const largest = Math.min(area.width, Math.max(...WIDTHS));
  const key = hash(`${hash(await readFile(file))} ${focus} ${VERSION}`);
  const avif = [...new Set(WIDTHS.map((wanted) => Math.min(wanted, largest)))].map((wanted) => ({
    name: `${key}-${wanted}.avif`,
    width: wanted,
    encode: (image: Sharp) => image.avif({ quality: 48, effort: 2 }),
  }));
  const fallback = {
    name: `${key}.${hasAlpha ? 'png' : 'jpg'}`,
    width: Math.min(FALLBACK_WIDTH, largest),
    encode: (image: Sharp) => (hasAlpha ? image.png({ palette: true }) : image.jpeg({ quality: 75 })),
  };
  const missing = [...avif, fallback].filter(({ name }) => !existsSync(path.join(pictureCacheFolder, name)));
  if (missing.length > 0) {
    // In the line of scripts/steps.mjs.
    process.send?.(`${path.basename(file)} … `);
    const { data, info } = await source
      .autoOrient()
      .extract(area)
      .resize(largest, Math.round((largest * 3) / 4), { fit: 'fill' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw new Error(`arquivo danificado; ${EXPECTED}`);
      });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    await Promise.all(
      missing.map(async ({ name, width: wanted, encode }) =>
        writeWhole(name, await encode(sharp(data, { raw }).resize(wanted)).toBuffer()),
      ),
    );
  }
  return {
    src: `${ASSETS}/${fallback.name}`,
    avif: avif.map(({ name, width: wanted }) => ({ address: `${ASSETS}/${name}`, width: wanted })),
  };
}

/** The largest part of 4 by 3 around the focus, as CSS places it (CSS Backgrounds 3, section 3.6). */
function findCrop(fullWidth: number, fullHeight: number, focus = '50% 50%') {
  const width = Math.max(1, Math.min(fullWidth, Math.round((fullHeight * 4) / 3)));
  const height = Math.max(1, Math.min(fullHeight, Math.round((width * 3) / 4)));
  const [x = 50, y = 50] = focus.split(' ').map(Number.parseFloat);
  return {
    width,
    height,
    left: Math.round(((fullWidth - width) * x) / 100),
    top: Math.round(((fullHeight - height) * y) / 100),
  };
}

/** Throws Error with a sentence for the owner where there is no binary of sharp for this machine. */
export async function loadSharp() {
  try {
    return (await import('sharp')).default;
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new Error(
      `o pacote sharp, que prepara as imagens, não roda neste computador (${reason}); esperado só desenhos SVG, ou outro computador`,
    );
  }
}

/** A name for what has this content. */
export function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** Never half a file, which a later build would take for a picture. */
async function writeWhole(name: string, data: string | Buffer) {
  const file = path.join(pictureCacheFolder, name);
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, data);
  await rename(unfinished, file);
}

/** Puts the drawings of the first page of cards into their pictures as data URLs, as far as there is room. */
export async function inlineFirstDrawings(images: Picture[]): Promise<void> {
  let room = ROOM_IN_PAGE - ROOM_FOR_A_CARD * images.length;
  for (const image of images.slice(0, CARDS_PER_PAGE).filter(({ avif }) => avif === undefined)) {
    const drawing = await readFile(path.join(pictureCacheFolder, path.basename(image.src)), 'utf8');
    room -= drawing.length;
    if (room >= 0) image.src = toDataUrl(drawing);
  }
}

export function toDataUrl(drawing: string): string {
  // encodeURI does not encode # and &, and browsers need no encoded spaces.
  const encoded = encodeURI(drawing.trim()).replaceAll('#', '%23').replaceAll('&', '%26').replaceAll('%20', ' ');
  return `data:image/svg+xml,${encoded}`;
}

/** Copies the files of pictures to where their addresses lead. */
export async function publishPictures(images: Picture[]): Promise<void> {
  const addresses = images.flatMap(({ src, avif = [] }) => [src, ...avif.map(({ address }) => address)]);
  for (const address of addresses.filter((src) => !src.startsWith('data:'))) {
    await cp(path.join(pictureCacheFolder, path.basename(address)), path.join(publicFolder, address));
  }
}
