/** Builds the site into SITE_DIR (relative to the top folder; default client/dist): `tsx client/build/build.ts`, from anywhere. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readBuildSettings } from './build-settings.ts';
import { bundleRenderer, bundleSite } from './bundles.ts';
import { compressFiles } from './compress.ts';
import { prepareContent } from './content.ts';
import { makeDisplayFontRule } from './display-font.ts';
import { topFolder } from './folders.ts';
import { composePages, dropUnusedSlots, shortenPropertyNames } from './pages.ts';
import { findFirstPictures } from './pictures.ts';
import { makeHostFiles, makeSecurityHeaders } from './security-headers.ts';

const siteFolder = path.resolve(topFolder, process.env['SITE_DIR'] || 'client/dist');

// Vite would keep a NODE_ENV=development of the shell.
process.env['NODE_ENV'] = 'production';

await buildSite().catch((error: unknown) => {
  // By name: the bundle of the pages has another copy of the class.
  if (!(error instanceof Error) || error.name !== 'OperatorError') throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function buildSite() {
  const settings = readBuildSettings();
  const { content, notes, define } = await prepareContent();
  const firstPictures = await findFirstPictures(content.projects.projects.map(({ image }) => image));
  const options = { define, build: { assetsInlineLimit: (file: string) => firstPictures.has(file) } };

  // First, so that an error in a page leaves the last site as it was.
  const { renderer, css } = await bundleRenderer(siteFolder, options);
  const { pages, files, displayTexts } = await renderer.renderSite();
  const displayFontRule = await makeDisplayFontRule(
    pages.map(({ body }) => body),
    displayTexts,
  );

  const script = await bundleSite(siteFolder, `${settings.BASE_PATH}/`, options);
  const composed = await composePages({
    pages,
    css: shortenPropertyNames(dropUnusedSlots(css, pages)),
    displayFontRule,
    script,
    base: settings.BASE_PATH,
  });
  const hostFiles = makeHostFiles(makeSecurityHeaders(composed.hashes, settings), settings.BASE_PATH);
  for (const [name, text] of Object.entries({ ...files, ...composed.files, ...hostFiles })) {
    await writeFile(path.join(siteFolder, name), text);
  }
  await compressFiles(siteFolder);

  console.log(`The site is in ${path.relative(process.cwd(), siteFolder) || '.'}`);
  // For the owner, as the notes are.
  if (settings.VITE_EMAILJS_ORIGIN === '') {
    console.log('Sem e-mail: as variáveis VITE_EMAILJS_* estão vazias (veja .env.example).');
  }
  if (settings.SITE_URL === '') {
    console.log(
      'SITE_URL está vazia: sem endereços canônicos, imagem nas prévias de links e sitemap (veja .env.example).',
    );
  }
  for (const note of [...composed.excesses, ...notes]) console.log(note);
}
