import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contentFolder } from './folders.ts';
import { inlineFirstDrawings, type Picture, preparePicture, publishPictures, stilledAnimations } from './pictures.ts';

const DRAWINGS = ['cadastro-e-login', 'api-de-cadastro', 'projeto-artistico', 'pixel-art', 'projetos-futuros'];
let folder = '';

const cache = vi.hoisted(() => `${process.env['TMPDIR'] ?? '/tmp'}/portfolio-picture-cache-${process.pid}`);
vi.mock(import('./folders.ts'), async (original) => ({
  ...(await original()),
  pictureCacheFolder: cache,
  publicFolder: `${cache}/public`,
}));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portfolio-pictures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Red; the upper right quarter is green, the lower left one blue. */
function paint(width: number, height: number): Sharp {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const quarter = (r: number, g: number, b: number) => ({
    create: { ...half, channels: 3 as const, background: { r, g, b } },
  });
  return sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: quarter(0, 250, 0), left: Math.floor(width / 2), top: 0 },
    { input: quarter(0, 0, 250), left: 0, top: Math.floor(height / 2) },
  ]);
}

function filesOf({ src, avif = [] }: Picture): string[] {
  return [...avif.map(({ address }) => address), src].map((address) => path.join(cache, path.basename(address)));
}

const widthsOf = ({ avif = [] }: Picture) => avif.map(({ width }) => width);

test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
  'a %s is published as AVIF in several sizes, with a fallback, 4 by 3, without metadata',
  async (format) => {
    const file = path.join(folder, `foto.${format}`);
    await paint(1400, 900)
      .withExif({ IFD0: { Copyright: 'segredo' } })
      .toFormat(format)
      .toFile(file);
    const picture = await preparePicture(file, '0% 0%');
    expect(widthsOf(picture)).toEqual([320, 720, 960]);
    for (const name of filesOf(picture)) {
      const { width, height, exif, compression, format: made } = await sharp(name).metadata();
      expect(compression ?? made).toMatch(/^(av1|png|jpeg)$/);
      expect(width / height).toBeCloseTo(8 / 5, 2);
      expect(exif).toBeUndefined();
    }
  },
);

test('a crop keeps the focus in sight', async () => {
  const file = path.join(folder, 'larga.png');
  await paint(1600, 300).png().toFile(file);
  const [left, right] = await Promise.all([preparePicture(file, '0% 50%'), preparePicture(file, '100% 50%')]);
  const colourOf = async (picture: Picture) => {
    const { data } = await sharp(filesOf(picture).at(-1)).raw().toBuffer({ resolveWithObject: true });
    return [...data.subarray(0, 3)].map((part) => part > 200);
  };
  expect(await colourOf(left)).toEqual([true, false, false]);
  expect(await colourOf(right)).toEqual([false, true, false]);
});

test('a small photo is not enlarged', async () => {
  const file = path.join(folder, 'pequena.jpg');
  await paint(400, 300).jpeg().toFile(file);
  expect(widthsOf(await preparePicture(file))).toEqual([320, 400]);
});

test('a photo that was turned in the camera stands upright', async () => {
  const file = path.join(folder, 'virada.jpg');
  await paint(300, 400).jpeg().withMetadata({ orientation: 6 }).toFile(file);
  expect(widthsOf(await preparePicture(file))).toEqual([320, 400]);
});

test('a photo is made once: the second time its files are there', async () => {
  const file = path.join(folder, 'foto.jpg');
  await paint(800, 600).jpeg().toFile(file);
  const made = await preparePicture(file);
  const times = filesOf(made).map((name) => statSync(name).mtimeMs);
  expect(await preparePicture(file)).toEqual(made);
  expect(filesOf(made).map((name) => statSync(name).mtimeMs)).toEqual(times);
});

test('an animation is published as its first frame, and named', async () => {
  const file = path.join(folder, 'demo.gif');
  const frames = ['red', 'green', 'blue'].map((background) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toFile(file);
  for (const time of ['made', 'from the cache']) {
    const files = filesOf(await preparePicture(file));
    for (const name of files) {
      const { data, info } = await sharp(name).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([info.width / info.height, data[0] ?? 0], time).toEqual([
        expect.closeTo(8 / 5, 2),
        expect.closeTo(254, -1),
      ]);
    }
    expect([...stilledAnimations], time).toEqual(['demo.gif']);
  }
});

/** A red picture, written by heif-enc of libheif. */
const HEIC = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAGgACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAACJtZGF0AAAAFigBrwtg9eWDr//0HHfxxiDxcNP9Q4A=',
  'base64',
);

test('what is no picture for the web is refused in a sentence', async () => {
  const write = (name: string, data: string | Buffer) => {
    writeFileSync(path.join(folder, name), data);
    return preparePicture(path.join(folder, name));
  };
  const jpeg = await paint(800, 600).jpeg().toBuffer();
  await expect(write('nota.png', 'não é uma imagem')).rejects.toThrow(
    'arquivo danificado, ou que não é uma imagem; esperado',
  );
  await expect(write('foto.heic', 'seja o que for')).rejects.toThrow(
    'imagem HEIC, que navegadores não mostram; esperado',
  );
  // Phones also share HEIC under this name.
  await expect(write('foto.jpg', HEIC)).rejects.toThrow('imagem HEIC, que navegadores não mostram; esperado');
  await expect(write('filme.mp4', '\0\0\0\x18ftypmp42')).rejects.toThrow('ou que não é uma imagem; esperado');
  await expect(write('metade.jpg', jpeg.subarray(0, jpeg.length / 2))).rejects.toThrow('arquivo danificado; esperado');
  await expect(write('desenho.svg', 'texto')).rejects.toThrow('não é um desenho SVG; esperado');
  const huge = sharp({ create: { width: 8200, height: 6200, channels: 3, background: 'red' } });
  await expect(write('enorme.png', await huge.png({ compressionLevel: 1 }).toBuffer())).rejects.toThrow(
    'imagem de 51 megapixels; esperado até 40',
  );
});

test('where sharp does not run, a photo is refused in a sentence, and a drawing is not', async () => {
  const file = path.join(folder, 'foto.jpg');
  await paint(80, 60).jpeg().toFile(file);
  vi.doMock('sharp', () => {
    throw new Error('Could not load the "sharp" module using the linux-mips runtime\nPossible solutions: …');
  });
  await expect(preparePicture(file)).rejects.toThrow(
    /^o pacote sharp, que prepara as imagens, não roda neste computador/,
  );
  const drawing = path.join(contentFolder, 'pictures/pixel-art.svg');
  expect((await preparePicture(drawing)).avif).toBeUndefined();
  vi.doUnmock('sharp');
});

async function prepareDrawings(count: number): Promise<Picture[]> {
  const names = Array.from({ length: count }, (_, index) => `${DRAWINGS[index % DRAWINGS.length]}.svg`);
  return Promise.all(names.map((name) => preparePicture(path.join(contentFolder, 'pictures', name))));
}

async function inlineDrawings(count: number): Promise<string[]> {
  const pictures = await prepareDrawings(count);
  await inlineFirstDrawings(pictures);
  return pictures.flatMap(({ src }) =>
    src.startsWith('data:image/svg+xml,') ? decodeURIComponent(src.slice(19)) : [],
  );
}

test('the drawings of the first cards are in the page as far as there is room, and no others', async () => {
  const drawings = DRAWINGS.map((name) =>
    readFileSync(path.join(contentFolder, `pictures/${name}.svg`), 'utf8').trim(),
  );
  expect(await inlineDrawings(5)).toEqual(drawings.slice(0, 4));
});

test('the more cards there are, the fewer drawings are in the page, until only the words are', async () => {
  const sizes = await Promise.all([5, 8, 10, 15].map(async (count) => (await inlineDrawings(count)).join('').length));
  expect(sizes[0]).toBeLessThanOrEqual(4100);
  expect(sizes[1]).toBeLessThanOrEqual(2900);
  expect(sizes[2]).toBeLessThanOrEqual(2100);
  expect(sizes[2]).toBeGreaterThan(900);
  expect(sizes[3]).toBe(0);
});

test('photos are never in the page itself', async () => {
  const file = path.join(folder, 'foto.png');
  await paint(40, 30).png().toFile(file);
  const photo = await preparePicture(file);
  await inlineFirstDrawings([photo]);
  expect(photo.src).toMatch(/^assets\/\w+\.(png|jpg)$/);
});

test('there is a file behind each address of a picture', async () => {
  const file = path.join(folder, 'foto.jpg');
  await paint(400, 300).jpeg().toFile(file);
  const [photo, drawing] = [await preparePicture(file), ...(await prepareDrawings(1))];
  await publishPictures([photo, drawing].flatMap((picture) => picture ?? []));
  for (const address of [photo.src, ...(photo.avif ?? []).map((form) => form.address), drawing?.src ?? '']) {
    expect(statSync(path.join(cache, 'public', address)).size, address).toBeGreaterThan(100);
  }
});
