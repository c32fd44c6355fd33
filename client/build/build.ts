/**
 * Builds the site: `tsx client/build/build.ts`, from anywhere. The result is one HTML file per page, the scripts and styles they share, and two
 * compressed copies beside every text file, in SITE_DIR (from the repository's top level; default client/dist).
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as viteBuild } from 'vite';
import { type BuildSettings, BuildSettingsError, readBuildSettings } from './build-settings.ts';
import { ContentError } from './content-check.ts';
import { prepareContent } from './content-plugin.ts';
import { putInDisplayFont } from './display-font.ts';
import { takeInlineAssets } from './inline-assets.ts';
import { makeHeadersFile, makeSecurityHeaders } from './security-headers.ts';

const clientFolder = path.dirname(import.meta.dirname);
const siteFolder = path.resolve(clientFolder, '..', process.env['SITE_DIR'] || 'client/dist');

/** In characters. A larger icon is fetched: in every page it would take the room that the page's own words need. */
const LARGEST_ICON_IN_PAGE = 1000;

// Vite keeps a NODE_ENV that is set, and a shell may have it set to development.
process.env['NODE_ENV'] = 'production';

try {
  await buildSite();
} catch (error) {
  if (!(error instanceof BuildSettingsError || error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function buildSite() {
  const settings = readBuildSettings();
  await prepareContent();
  // Everything is made beside the result and put in its place at the end, so whoever stops the build midway finds the site as it was.
  // The renderer stays in client/, from where it finds the packages it imports.
  const workFolder = await makeWorkFolder(path.dirname(siteFolder));
  const rendererFolder = await makeWorkFolder(clientFolder);
  const newSite = path.join(workFolder, 'site');
  try {
    await bundleForBrowsers(newSite);
    const linksToFillIn = await writePages(newSite, path.join(rendererFolder, 'renderer'));
    await writeHostFiles(newSite, settings);
    await compressFiles(newSite);
    await swapIn(newSite, path.join(workFolder, 'old-site'));

    console.log(`The site is in ${path.relative(process.cwd(), siteFolder) || '.'}`);
    if (settings.emailJs === null)
      console.log('E-mail is off: the VITE_EMAILJS_* variables are empty (see .env.example).');
    if (settings.siteUrl === '') {
      console.log(
        'SITE_URL is empty: no canonical addresses, no picture in link previews, no sitemap (see .env.example).',
      );
    }
    if (linksToFillIn.length > 0) {
      console.log(`Links still to be filled in, in client/src/content: ${linksToFillIn.join(', ')}`);
    }
  } finally {
    await Promise.all([workFolder, rendererFolder].map(removeWorkFolder));
  }
}

async function bundleForBrowsers(outDir: string) {
  await viteBuild({
    configFile: path.join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
}

/**
 * Writes every page into the site, in place of the template that Vite left there as index.html.
 *
 * @returns the places in the content where a link is still to be filled in
 */
async function writePages(site: string, rendererFolder: string): Promise<string[]> {
  await viteBuild({
    configFile: path.join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: rendererFolder, ssr: 'src/render-page.tsx', ssrEmitAssets: true, copyPublicDir: false },
  });
  const rendererUrl = pathToFileURL(path.join(rendererFolder, 'render-page.js')).href;
  // The cast is safe: this is the module that was bundled above.
  const renderer = (await import(rendererUrl)) as typeof import('../src/render-page.tsx');

  const template = await putInIcon(stripAssetElements(await readFile(path.join(site, 'index.html'), 'utf8')), site);
  const { css, beforePaint, textFontRule, scriptElements } = await takeInlineAssets(site, rendererFolder);

  const pages: { fileName: string; head: string; body: string }[] = [];
  for (const { path: pagePath, metadata } of renderer.routePages) {
    const { head, body } = await renderer.renderRoute(pagePath);
    pages.push({ fileName: `${pagePath.slice(1)}.html`, head: head + metadata + scriptElements, body });
  }
  for (const [fileName, element] of Object.entries(renderer.staticPages)) {
    pages.push({ fileName, ...(await renderer.renderElement(element)) });
  }

  const bodies = pages.map(({ body }) => body);
  const style = await putInDisplayFont(css, bodies, renderer.displayTexts);
  // The script first: what it decides must be decided before anything is painted.
  const everyHead = [
    `<script>${beforePaint}</script>`,
    `<style>${style}</style>`,
    `<noscript><style>${textFontRule}</style></noscript>`,
  ].join('');
  for (const { fileName, head, body } of pages) {
    await writeFile(path.join(site, fileName), fillTemplate(template, { head: everyHead + head, body }));
  }
  for (const [fileName, content] of Object.entries(renderer.siteFiles)) {
    await writeFile(path.join(site, fileName), content);
  }
  return renderer.linksToFillIn;
}

/** What tells the host of the site, our own server or another, which headers to send, and where `/` leads. */
async function writeHostFiles(site: string, { apiUrl, emailJs }: BuildSettings) {
  const names = (await readdir(site)).filter((name) => name.endsWith('.html')).toSorted();
  const pages = new Map<string, string>();
  for (const name of names) {
    pages.set(`/${path.basename(name, '.html')}`, await readFile(path.join(site, name), 'utf8'));
  }
  const origins = { apiUrl, emailJsOrigin: emailJs?.origin ?? null };
  await writeFile(
    path.join(site, 'security-headers.json'),
    JSON.stringify(makeSecurityHeaders(pages, origins), null, 2),
  );
  await writeFile(path.join(site, '_headers'), makeHeadersFile(pages, origins));
  await writeFile(path.join(site, '_redirects'), '/ /inicio 302\n');
}

function fillTemplate(template: string, { head, body }: { head: string; body: string }): string {
  for (const mark of ['<!--head-->', '<!--body-->']) {
    if (!template.includes(mark)) throw new Error(`client/index.html has lost its ${mark}`);
  }
  // Functions, because `$&` and the like mean something in a replacement text.
  return template.replace('<!--head-->', () => head).replace('<!--body-->', () => body);
}

/** Takes out the elements by which Vite's template asks for script and style: the pages bring both in their own way. */
function stripAssetElements(template: string): string {
  return template.replaceAll(/\s*<script\b[^>]*><\/script>|\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '');
}

/** Puts the tab's icon into the template, if it is small: browsers ask for it at about the time they paint. */
async function putInIcon(template: string, site: string): Promise<string> {
  const [link, fileName = ''] = /<link rel="icon" href="\/([^"]+)" type="image\/svg\+xml" \/>/.exec(template) ?? [];
  if (link === undefined) throw new Error('client/index.html has lost the link to its icon');
  const drawing = await readFile(path.join(site, fileName), 'utf8');
  if (drawing.length > LARGEST_ICON_IN_PAGE) return template;
  // encodeURI leaves the signs that would begin a fragment and a character reference.
  const url = `data:image/svg+xml,${encodeURI(drawing.trim()).replaceAll('#', '%23').replaceAll('&', '%26')}`;
  return template.replace(link, () => `<link rel="icon" href="${url}" type="image/svg+xml" />`);
}

async function compressFiles(site: string) {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && /\.(html|css|js|svg|json|txt|xml|webmanifest)$/.test(entry.name),
  );
  await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const content = await readFile(file);
      const brotliParameters = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params: brotliParameters }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}

/** Two renames: in the instant between them there is no site, but never half of one. */
async function swapIn(newSite: string, oldSite: string) {
  if (existsSync(siteFolder)) await rename(siteFolder, oldSite);
  await rename(newSite, siteFolder);
}

/** Makes a folder for this process alone, and removes those of processes that were killed. */
async function makeWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const leftBehind = (await readdir(parent)).filter((name) => {
    const owner = /^\.site-build-(\d+)$/.exec(name)?.[1];
    return owner !== undefined && !isRunning(Number(owner));
  });
  for (const name of leftBehind) await rm(path.join(parent, name), { recursive: true, force: true });

  // Called dist, so that git and the linter pass over what a killed build leaves.
  const folder = path.join(parent, `.site-build-${process.pid}`, 'dist');
  await mkdir(folder, { recursive: true });
  return folder;
}

async function removeWorkFolder(folder: string) {
  await rm(path.dirname(folder), { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, for somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
