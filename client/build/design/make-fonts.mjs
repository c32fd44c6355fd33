/**
 * Makes the fonts in src/styles/fonts (SIL Open Font License). In an empty folder: `npm i @fontsource-variable/bricolage-grotesque@5.3.0
 * @fontsource-variable/atkinson-hyperlegible-next@5.3.0`, then `node <this file>`.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';

const target = new URL('../../src/styles/fonts/', import.meta.url);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÀÁÂÃÇÉÊÍÑÓÔÕÚÜàáâãçéêíñóôõúü';
const SIGNS = '0123456789 .,:;!?-–—…·“”‘’()[]/&@#%+=<>_*|$€ªº°\'"\\';

const FONTS = [
  {
    name: 'bricolage-grotesque',
    file: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    // Headings have one weight and are large.
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
