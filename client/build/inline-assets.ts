import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { build as viteBuild } from 'vite';
import { TEXT_FONT_FAMILY, TEXT_FONT_WEIGHT } from '../src/inline/text-font-face.ts';

/** What build.ts puts into the HTML itself, so that a page's first paint needs no second request. */
export interface InlineAssets {
  /** The site's whole style sheet. */
  css: string;
  /** Source of src/inline/theme.ts and text-font.ts, for every page. */
  beforePaint: string;
  /** The text font as a rule of CSS, for those without scripts. */
  textFontRule: string;
  /**
   * The script elements of a page of the router: one that names the site's script, with its hash (Subresource Integrity), and that browsers
   * do not run because of its type; and one that works the menu and fetches that script in time (src/inline/menu.ts, late-script.ts).
   */
  scriptElements: string;
}

/** The part of Vite's manifest that is read here. */
interface ManifestEntry {
  file: string;
  imports?: string[];
}

/**
 * Reads what Vite has bundled, and takes the style sheet and the manifest, which the pages do not ask for, out of the site.
 *
 * @param site - folder of the browsers' bundle
 * @param rendererFolder - folder of the renderer's bundle
 * @throws Error when the bundle is not as expected, since a page without its style or script must not be published
 */
export async function takeInlineAssets(site: string, rendererFolder: string): Promise<InlineAssets> {
  const manifestFile = path.join(site, '.vite', 'manifest.json');
  // The cast is safe: Vite documents this form.
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, ManifestEntry>;
  await rm(path.dirname(manifestFile), { recursive: true });

  // The renderer's style sheet is the whole one: it knows the pages without a script, too.
  for (const { file } of Object.values(manifest)) if (file.endsWith('.css')) await rm(path.join(site, file));
  const css = await readStyleSheet(path.join(rendererFolder, 'assets'));

  function findEntry(name: string): ManifestEntry {
    const entry = manifest[name];
    if (entry === undefined) throw new Error(`${name} is not in the bundle`);
    return entry;
  }

  /** The files of a script in the order in which they run: each after those it imports. */
  function findParts(name: string): string[] {
    const { file, imports = [] } = findEntry(name);
    return [...new Set([...imports.flatMap(findParts), file])];
  }

  const textFontUrl = `/${findEntry('src/styles/fonts/atkinson-hyperlegible-next.woff2').file}`;
  const textFont = await bundleInlineScript('text-font.ts', { TEXT_FONT_URL: JSON.stringify(textFontUrl) });
  const theme = await bundleInlineScript('theme.ts');
  const pageScripts = (await bundleInlineScript('menu.ts')) + (await bundleInlineScript('late-script.ts'));

  const main = findEntry('index.html');
  const entryScript = await readFile(path.join(site, main.file));
  const parts = findParts('index.html').filter((file) => file !== main.file);
  const integrity = `sha384-${createHash('sha384').update(entryScript).digest('base64')}`;

  return {
    css: css.trim(),
    beforePaint: theme + textFont,
    textFontRule: `@font-face{font-family:${TEXT_FONT_FAMILY};font-weight:${TEXT_FONT_WEIGHT};font-display:optional;src:url(${textFontUrl})format("woff2")}`,
    scriptElements: `<script type="text/late-module" src="/${main.file}" integrity="${integrity}" data-parts="${parts.map((file) => `/${file}`).join(' ')}"></script><script>${pageScripts}</script>`,
  };
}

async function readStyleSheet(folder: string): Promise<string> {
  const [name, ...others] = (await readdir(folder)).filter((file) => file.endsWith('.css'));
  if (name === undefined || others.length > 0) throw new Error('The site should have one style sheet');
  return (await readFile(path.join(folder, name), 'utf8')).replaceAll(/\/\*[\s\S]*?\*\//g, '');
}

/** One script without imports, to run where it stands in the HTML. */
async function bundleInlineScript(fileName: string, define: Record<string, string> = {}): Promise<string> {
  const result = await viteBuild({
    configFile: false,
    root: path.dirname(import.meta.dirname),
    logLevel: 'warn',
    publicDir: false,
    define,
    build: {
      write: false,
      minify: true,
      lib: { entry: path.join(import.meta.dirname, '../src/inline', fileName), formats: ['iife'], name: 'inline' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (output === undefined || !('output' in output)) throw new Error(`${fileName} was not bundled`);
  const { code } = output.output[0];
  // Would end the script element it is put into.
  if (code.includes('</script')) throw new Error(`${fileName} holds an end tag`);
  return code.trim();
}
