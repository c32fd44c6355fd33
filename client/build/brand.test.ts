import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { makePublicFolder } from './brand.ts';
import { contentFolder, publicFolder } from './folders.ts';

const folder = vi.hoisted(() => `${process.env['TMPDIR'] ?? '/tmp'}/portfolio-brand-${process.pid}`);
vi.mock(import('./folders.ts'), async (original) => ({
  ...(await original()),
  contentFolder: `${folder}/content`,
  publicFolder: `${folder}/public`,
  pictureCacheFolder: `${folder}/cache`,
}));

const OWNER = { accent: '#1f6f43', ownSite: 'https://ana.example.com/' };
const read = (name: string) => readFileSync(path.join(publicFolder, name));

beforeEach(() => rmSync(contentFolder, { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the icons and the preview are drawn in the owner's colour and with the owner's words", async () => {
  expect(await makePublicFolder(OWNER)).toBeNull();
  for (const [name, width, height] of [
    ['previa.png', 1200, 630],
    ['icone-180.png', 180, 180],
  ] as const) {
    expect(await sharp(read(name)).metadata(), name).toMatchObject({ width, height, format: 'png' });
  }
  const [preview, icon] = [read('previa.png'), read('favicon.svg').toString()];
  expect(icon.length).toBeLessThanOrEqual(1000);

  await makePublicFolder({ ...OWNER, name: 'Ana Souza' });
  expect(read('previa.png').equals(preview)).toBe(false);
  expect(read('favicon.svg').toString()).toBe(icon);
  await makePublicFolder({ ...OWNER, accent: '#aa2266' });
  expect(read('favicon.svg').toString()).not.toBe(icon);
  await makePublicFolder(OWNER);
  expect(read('previa.png').equals(preview)).toBe(true);
});

test('the words stay in their half of the preview, also with a name of sixty letters and signs of markup in it', async () => {
  await makePublicFolder({
    ...OWNER,
    name: `Maria <b> & ${'Antonieta Vasconcelos '.repeat(2)}Pradooo`,
    headline: 'engenheira de software',
  });
  // Dark pixels are words; those of the sea begin at 430.
  const { data, info } = await sharp(read('previa.png'))
    .extract({ left: 0, top: 0, width: 1200, height: 430 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const dark = [...data.keys()]
    .filter((index) => (data[index * info.channels] ?? 255) < 40)
    .map((index) => index % info.width);
  expect(Math.min(...dark.slice(0, 10_000))).toBeGreaterThanOrEqual(79);
  expect(dark.length).toBeGreaterThan(1000);
  expect(dark.every((x) => x < 740)).toBe(true);
});

test("the owner's own files come first, and none stays that is gone", async () => {
  mkdirSync(path.join(contentFolder, 'public'), { recursive: true });
  writeFileSync(path.join(contentFolder, 'public/favicon.svg'), '<svg/>');
  writeFileSync(path.join(contentFolder, 'public/cv.pdf'), '%PDF');
  await makePublicFolder(OWNER);
  expect(read('favicon.svg').toString()).toBe('<svg/>');
  expect(read('cv.pdf').toString()).toBe('%PDF');
  rmSync(path.join(contentFolder, 'public/cv.pdf'));
  await makePublicFolder(OWNER);
  expect(() => read('cv.pdf')).toThrow('ENOENT');
});

test('where sharp does not run there is the icon alone, and a sentence says so', async () => {
  vi.doMock('sharp', () => {
    throw new Error('Could not load the "sharp" module');
  });
  expect(await makePublicFolder({ ...OWNER, name: 'Sem Sharp' })).toMatch(/^o pacote sharp/);
  expect(read('favicon.svg').toString()).toContain('<svg');
  expect(() => read('previa.png')).toThrow('ENOENT');
  vi.doUnmock('sharp');
});
