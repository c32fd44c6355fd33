import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import { CARDS_PER_PAGE } from '../src/pages/projects/paging.ts';
import { pictureCacheFolder } from './folders.ts';

/** A picture as pages show it: a drawing as it is, or a photo, which is 4 wide and 3 high. */
export interface Picture {
  /** The drawing; or the photo for browsers that know no form of `sources`. */
  src: string;
  sources?: { type: string; srcSet: string }[];
}

/** In CSS pixels times the density of screens: no page shows a picture wider than 480 of them, or denser than twice. */
const WIDTHS = [320, 720, 960];
const LARGEST_MEGAPIXELS = 40;
const FORMS = [
  {
    type: 'image/avif',
    extension: 'avif',
    widths: WIDTHS,
    encode: (image: Sharp) => image.avif({ quality: 48, effort: 2 }),
  },
  { type: 'image/webp', extension: 'webp', widths: [720], encode: (image: Sharp) => image.webp({ quality: 72 }) },
];
/** Part of the names in the cache: count it up where a change of this file makes other pictures. */
const VERSION = 3;

/** Bytes for all inlined pictures, and how many of them the text of each card takes, so that the page stays below the limit of page-weight.ts. */
const ROOM_IN_PAGE = 6500;
const ROOM_FOR_A_CARD = 480;

const EXPECTED = 'esperado uma imagem PNG, JPEG, WebP, AVIF, GIF ou SVG';
const HEIC = `imagem HEIC, que navegadores não mostram; ${EXPECTED}`;

/** Photos that were cropped without a word of the owner about it. */
const cropped = new Set<string>();
/** Animations, of which pages show the first frame. */
const stilled = new Set<string>();
let lastPhoto: Promise<unknown> = Promise.resolve();
let photos = 0;
let donePhotos = 0;
let lastShown = performance.now();

/**
 * Makes the forms and sizes of a picture that pages need, or finds them in the cache. The addresses in it are the files' paths in marks, which
 * `writeModule` replaces.
 *
 * @param focus - the point that a crop keeps in sight, as CSS writes it: '50% 20%'
 * @throws Error with a sentence for the owner where it cannot be shown
 */
export async function preparePicture(file: string, focus?: string): Promise<Picture> {
  if (file.endsWith('.svg')) {
    if (!/<svg\b/.test(await readFile(file, 'utf8'))) throw new Error(`não é um desenho SVG; ${EXPECTED}`);
    return { src: mark(file) };
  }
  photos += 1;
  // One after the other: each takes all processors and, while it is decoded, much memory.
  const photo = lastPhoto.then(() => preparePhoto(file, focus));
  lastPhoto = photo.then(showProgress, showProgress);
  return photo;
}

/** At most once a second, in the line of scripts/steps.mjs. */
function showProgress() {
  donePhotos += 1;
  if (performance.now() - lastShown < 1000) return;
  lastShown = performance.now();
  process.send?.(`fotos: ${donePhotos} de ${photos} … `);
}

async function preparePhoto(file: string, focus: string | undefined): Promise<Picture> {
  const name = createHash('sha256')
    .update(await readFile(file))
    .update(`${focus} ${VERSION}`)
    .digest('hex')
    .slice(0, 16);
  const manifest = path.join(pictureCacheFolder, `${name}.json`);
  const cached: Photo | null = existsSync(manifest) ? JSON.parse(await readFile(manifest, 'utf8')) : null;
  const photo = cached ?? (await makePhoto(file, focus, name));
  if (cached === null) await writeWhole(manifest, JSON.stringify(photo));
  if (photo.isCropped && focus === undefined) cropped.add(path.basename(file));
  if (photo.isAnimated) stilled.add(path.basename(file));
  const inCache = (fileName: string) => mark(path.join(pictureCacheFolder, fileName));
  return {
    src: inCache(photo.fallback),
    sources: photo.forms.map(({ type, files }) => ({
      type,
      srcSet: files.map(({ fileName, width }) => `${inCache(fileName)} ${width}w`).join(', '),
    })),
  };
}

interface Photo {
  isCropped: boolean;
  isAnimated: boolean;
  fallback: string;
  forms: { type: string; files: { fileName: string; width: number }[] }[];
}

/** Writes the files of a photo into the cache. Without its metadata: sharp leaves out what it is not told to keep. */
async function makePhoto(file: string, focus: string | undefined, name: string): Promise<Photo> {
  const sharp = await loadSharp();
  if (/\.hei[cf]$/i.test(file)) throw new Error(HEIC);
  const source = sharp(file, { limitInputPixels: false });
  const {
    width = 0,
    height = 0,
    format,
    compression,
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
  const area = findCrop(fullWidth, fullHeight, focus);
  const largest = Math.min(area.width, WIDTHS.at(-1) ?? 0);
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
  await mkdir(pictureCacheFolder, { recursive: true });

  const save = async (width: number, extension: string, encode: (image: Sharp) => Sharp) => {
    const { width: rawWidth, height: rawHeight, channels } = info;
    const image = sharp(data, { raw: { width: rawWidth, height: rawHeight, channels } }).resize(width);
    const fileName = `${name}-${width}.${extension}`;
    await writeWhole(path.join(pictureCacheFolder, fileName), await encode(image).toBuffer());
    return { fileName, width };
  };
  const forms = await Promise.all(
    FORMS.map(async ({ type, extension, widths, encode }) => {
      const fitting = [...new Set(widths.map((width) => Math.min(width, largest)))];
      return { type, files: await Promise.all(fitting.map((width) => save(width, extension, encode))) };
    }),
  );
  const fallbackWidth = Math.min(720, largest);
  const fallback =
    info.channels === 4
      ? await save(fallbackWidth, 'png', (image) => image.png({ palette: true }))
      : await save(fallbackWidth, 'jpg', (image) => image.jpeg({ quality: 75 }));
  const isCropped = Math.abs(fullWidth / fullHeight - 4 / 3) > 0.05;
  return { isCropped, isAnimated: pages > 1, fallback: fallback.fileName, forms };
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

/** Never half a file, which a later build would take for a picture. */
async function writeWhole(file: string, data: string | Buffer) {
  const beside = `${file}.${process.pid}.new`;
  await writeFile(beside, data);
  await rename(beside, file);
}

/** The names of photos that were cropped to 4 by 3 in the middle, as the owner has not said where. */
export function findCroppedPictures(): string[] {
  return [...cropped];
}

/** The names of animations, of which pages show only the first frame. */
export function findStilledAnimations(): string[] {
  return [...stilled];
}

/** The files of the pictures to be inlined: drawings of the first page of cards, as far as there is room. */
export async function findFirstPictures(images: Picture[]): Promise<Set<string>> {
  const drawings = images.slice(0, CARDS_PER_PAGE).filter(({ sources }) => sources === undefined);
  const fitting = new Set<string>();
  let room = ROOM_IN_PAGE - ROOM_FOR_A_CARD * images.length;
  for (const { src } of drawings) {
    const [file = ''] = findMarked(src);
    room -= (await stat(file)).size;
    if (room >= 0) fitting.add(file);
  }
  return fitting;
}

/** A character that no text has: the first one for private use. */
const MARKED = /\uE000(.+?)\uE000/g;

function mark(file: string): string {
  return `\uE000${file.split(path.sep).join('/')}\uE000`;
}

function findMarked(text: string): string[] {
  return [...text.matchAll(MARKED)].map(([, file = '']) => file);
}

/** A module that exports the values. A marked path becomes the address that importing the file gives. */
export function writeModule(values: Record<string, unknown>): string {
  const lines = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
  const files = [...new Set(findMarked(lines.join('')))];
  const imports = files.map((file, index) => `import file${index} from "${file}";\n`);
  const bodies = lines
    .join('')
    .replaceAll(MARKED, (_, file) => `" + file${files.indexOf(file)} + "`)
    // An address alone is no sum. Quotes within a text have a backslash before them.
    .replaceAll(/(?<!\\)"" \+ | \+ ""/g, '');
  return imports.join('') + bodies;
}
