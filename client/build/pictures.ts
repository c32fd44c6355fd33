import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import { CARDS_PER_PAGE } from '../src/pages/projects/paging.ts';
import { pictureCacheFolder, publicFolder } from './folders.ts';

/** Width to height. That of pictures is that of many a screen, as the letters at the edge of a screenshot are missed more than the sky of a photograph. */
const SHAPES = { picture: 8 / 5, portrait: 5 / 4 };
export type Shape = keyof typeof SHAPES;

/** A drawing of 8 by 5, or a photo of one of the shapes. */
export interface Picture {
  /** For a width of 320, if it is not the 200 of 8 by 5. */
  height?: number;
  /** The address or data URL of the drawing, or the photo for browsers without AVIF. */
  src: string;
  avif?: { address: string; width: number }[];
}

/** Browsers cache its files for ever, as the names have a hash of the content. */
const ASSETS = 'assets';
/** In device pixels. The largest picture, that of the card that leads, is 520 CSS pixels wide in a window of 1280 px, 650 in one of 1920. */
const WIDTHS = [320, 720, 960];
const FALLBACK_WIDTH = 720;
const LARGEST_MEGAPIXELS = 40;
/** Part of the names in the cache. Increase it when a change of this file makes other pictures. */
const VERSION = 7;

/** In characters, so that a page stays below the limit of pages.ts: for inline pictures, less the text of each card. */
const ROOM_IN_PAGE = 6500;
const ROOM_FOR_A_CARD = 480;

const EXPECTED = 'esperado uma imagem PNG, JPEG, WebP, AVIF, GIF ou SVG';
const HEIC = `imagem HEIC, que navegadores não mostram; ${EXPECTED}`;

/** Names of photos that were cropped without a focus. */
export const croppedPhotos = new Set<string>();
/** Names of animations, of which pages show only the first frame. */
export const stilledAnimations = new Set<string>();
let lastPhoto: Promise<unknown> = Promise.resolve();

/** Makes a picture's files in the cache. A photo is cropped to the shape; the crop keeps `focus` ('50% 20%'). @throws Error in Portuguese */
export async function preparePicture(file: string, focus?: string, shape: Shape = 'picture'): Promise<Picture> {
  await mkdir(pictureCacheFolder, { recursive: true });
  if (file.endsWith('.svg')) {
    const drawing = await readFile(file, 'utf8');
    if (!/<svg\b/.test(drawing)) throw new Error(`não é um desenho SVG; ${EXPECTED}`);
    const name = `${hash(drawing)}.svg`;
    await writeWhole(name, drawing);
    return { src: `${ASSETS}/${name}` };
  }
  // One after the other: each needs all processors, and much memory while it is decoded.
  const photo = lastPhoto.then(() => preparePhoto(file, focus, shape));
  lastPhoto = photo.catch(() => undefined);
  return photo;
}

/** sharp does not keep the photo's metadata. */
async function preparePhoto(file: string, focus: string | undefined, shape: Shape): Promise<Picture> {
  const sharp = await loadSharp();
  if (/\.hei[cf]$/i.test(file)) throw new Error(HEIC);
  const source = sharp(file, { limitInputPixels: false });
  const {
    autoOrient,
    format,
    compression,
    hasAlpha,
    pages = 1,
  } = await source.metadata().catch(() => {
    throw new Error(`arquivo danificado, ou que não é uma imagem; ${EXPECTED}`);
  });
  if (format === 'heif' && compression !== 'av1') throw new Error(HEIC);
  const { width, height } = autoOrient;
  if (width * height > LARGEST_MEGAPIXELS * 1e6) {
    throw new Error(`imagem de ${Math.round((width * height) / 1e6)} megapixels; esperado até ${LARGEST_MEGAPIXELS}`);
  }
  const isCropped = Math.abs(width / height - SHAPES[shape]) > 0.05;
  if (isCropped && focus === undefined) croppedPhotos.add(path.basename(file));
  if (pages > 1) stilledAnimations.add(path.basename(file));

  const area = findCrop(width, height, SHAPES[shape], focus);
  const largest = Math.min(area.width, Math.max(...WIDTHS));
  const key = hash(`${hash(await readFile(file))} ${focus} ${shape} ${VERSION}`);
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
    // Shown by scripts/steps.mjs.
    process.send?.(`${path.basename(file)} … `);
    const { data, info } = await source
      .autoOrient()
      .extract(area)
      .resize(largest, Math.round(largest / SHAPES[shape]), { fit: 'fill' })
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
    ...(shape === 'portrait' && { height: 320 / SHAPES.portrait }),
    src: `${ASSETS}/${fallback.name}`,
    avif: avif.map(({ name, width: wanted }) => ({ address: `${ASSETS}/${name}`, width: wanted })),
  };
}

/** The largest area of this ratio, at the focus like `background-position` (CSS Backgrounds 3, section 3.6). */
function findCrop(fullWidth: number, fullHeight: number, ratio: number, focus = '50% 50%') {
  const width = Math.max(1, Math.min(fullWidth, Math.round(fullHeight * ratio)));
  const height = Math.max(1, Math.min(fullHeight, Math.round(width / ratio)));
  const [x = 50, y = 50] = focus.split(' ').map(Number.parseFloat);
  return {
    width,
    height,
    left: Math.round(((fullWidth - width) * x) / 100),
    top: Math.round(((fullHeight - height) * y) / 100),
  };
}

/** @throws Error with a sentence for the owner if sharp has no binary for this machine */
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

/** For file names. */
export function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** By renaming, as a later build would use a file that is only partly written. */
async function writeWhole(name: string, data: string | Buffer) {
  const file = path.join(pictureCacheFolder, name);
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, data);
  await rename(unfinished, file);
}

/** Makes the drawings of the first page of cards data URLs, as far as there is room. */
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

/** Copies the pictures' files from the cache to their addresses. */
export async function publishPictures(images: Picture[]): Promise<void> {
  const addresses = images.flatMap(({ src, avif = [] }) => [src, ...avif.map(({ address }) => address)]);
  for (const address of addresses.filter((src) => !src.startsWith('data:'))) {
    await cp(path.join(pictureCacheFolder, path.basename(address)), path.join(publicFolder, address));
  }
}
