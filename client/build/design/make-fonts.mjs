/**
 * Made the fonts in src/styles/fonts, and is kept to make them again. Its packages are not among the project's dependencies; in any
 * empty folder: `npm i @fontsource-variable/bricolage-grotesque@5.3.0 @fontsource-variable/atkinson-hyperlegible-next@5.3.0
 * subset-font@2.9.0`, then `node <this file>` there. Both fonts are under the SIL Open Font License, which is beside them.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(path.join(process.cwd(), 'package.json'));
const { default: subsetFont } = await import(pathToFileURL(require.resolve('subset-font')).href);
const target = new URL('../../src/styles/fonts/', import.meta.url);

/** What Portuguese is written with, and the signs of a text about the web. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÀÁÂÃÇÉÊÍÑÓÔÕÚÜàáâãçéêíñóôõúü';
const SIGNS = '0123456789 .,:;!?-–—…·“”‘’()[]/&@#%+=<>_*|$€ªº°\'"\\';

const FONTS = [
  {
    name: 'bricolage-grotesque',
    file: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    // Headings come in one weight, and large: one cut of the three axes is all they need.
    axes: { wght: 700, opsz: 36, wdth: 100 },
  },
  {
    name: 'atkinson-hyperlegible-next',
    file: '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
];

for (const { name, file, axes } of FONTS) {
  const source = path.join('node_modules', file);
  const subset = await subsetFont(readFileSync(source), LETTERS + ACCENTED + SIGNS, {
    targetFormat: 'woff2',
    variationAxes: axes,
  });
  writeFileSync(new URL(`${name}.woff2`, target), subset);
  copyFileSync(path.join(source, '../../LICENSE'), new URL(`${name}-OFL.txt`, target));
  console.log(`${name}: ${subset.length} bytes`);
}
