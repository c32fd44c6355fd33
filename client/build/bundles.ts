import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, type Rolldown, build as viteBuild } from 'vite';
import { cacheFolder } from './folders.ts';

type Output = Rolldown.RolldownOutput['output'];

type Options = { define: Record<string, string>; build: BuildOptions };

const configFile = path.join(import.meta.dirname, 'vite.config.ts');

/** The bundle for Node that renders the pages, and the style sheet of all pages. */
export async function bundleRenderer(siteFolder: string, { define, build }: Options) {
  // In node_modules, so that it finds packages; one folder for each site, as two may be built at the same time.
  const outDir = path.join(cacheFolder, `renderer-of-${path.basename(siteFolder)}`);
  const output = await bundle(define, {
    ...build,
    outDir,
    emptyOutDir: true,
    ssr: 'src/render-page.tsx',
    ssrEmitAssets: true,
    copyPublicDir: false,
  });
  const { href } = pathToFileURL(path.join(outDir, 'render-page.js'));
  const renderer: typeof import('../src/render-page.tsx') = await import(href);
  const css = findStyleSheets(output).map(({ source }) => String(source).replaceAll(/\/\*[\s\S]*?\*\//g, ''));
  return { renderer, css: css.join('').trim() };
}

export type SiteScript = Awaited<ReturnType<typeof bundleSite>>;

/** Writes what browsers fetch into the site's folder, which is emptied first; gives the site's script, whose address begins with `base`. */
export async function bundleSite(siteFolder: string, base: string, { define, build }: Options) {
  const output = await bundle(define, {
    ...build,
    outDir: siteFolder,
    emptyOutDir: true,
    rolldownOptions: { input: { index: 'src/main.tsx' } },
  });
  // Not used: the renderer's style sheet has the static pages' rules too.
  for (const { fileName } of findStyleSheets(output)) await rm(path.join(siteFolder, fileName));

  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  /** A chunk and its imports, in the order in which they run. */
  function findParts(fileName: string): string[] {
    return [...new Set([...(chunks.get(fileName)?.imports.flatMap(findParts) ?? []), fileName])];
  }
  const entry = [...chunks.values()].find(({ name, isEntry }) => isEntry && name === 'index');
  if (entry === undefined) throw new Error('The bundle lacks its entry');
  return {
    url: base + entry.fileName,
    integrity: `sha256-${createHash('sha256').update(entry.code).digest('base64')}`,
    parts: [...new Set(entry.imports.flatMap(findParts))].map((file) => base + file),
  };
}

async function bundle(define: Options['define'], build: BuildOptions): Promise<Output> {
  const result = await viteBuild({ configFile, logLevel: 'warn', define, build });
  if (!('output' in result)) throw new Error('Vite made more than one bundle');
  return result.output;
}

function findStyleSheets(output: Output): Rolldown.OutputAsset[] {
  return output.filter((file) => file.type === 'asset').filter(({ fileName }) => fileName.endsWith('.css'));
}
