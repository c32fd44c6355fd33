/** Builds the site into SITE_DIR (relative to the top folder; default client/dist): `tsx client/build/build.ts`. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createServer, type Rolldown, type UserConfig, build as viteBuild } from 'vite';
import { readBuildSettings } from './build-settings.ts';
import { prepareContent } from './content.ts';
import { siteFolder } from './folders.ts';
import { hashForBrowser } from './inline-code.ts';
import { composePages, splitOffLateRules } from './pages.ts';
import { hash } from './pictures.ts';
import { makeHostFiles, makeSecurityHeaders } from './security-headers.ts';

// Vite would keep a NODE_ENV=development of the shell.
process.env['NODE_ENV'] = 'production';

await buildSite().catch((error: unknown) => {
  // By name, as Vite loads a second copy of the class for the pages.
  if (!(error instanceof Error) || error.name !== 'OperatorError') throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function buildSite() {
  const settings = readBuildSettings();
  const notes = await prepareContent();
  // After the check of the settings, which it uses.
  const { default: config } = await import('./vite.config.ts');

  // Before the bundle, so that an error in a page leaves the last site unchanged.
  const { pages, files, displayTexts } = await renderPages(config);

  const bundle = await viteBuild({ ...config, configFile: false });
  if (!('output' in bundle)) throw new Error('Vite made more than one bundle');
  // Global rules are inline in every page; of the components' rules, a page has only those it uses. The late style sheet
  // has all of the components' rules, and all for paper and for page changes.
  const [general, components] = [findStyleSheet(bundle.output, 'index'), findStyleSheet(bundle.output, 'site')];
  for (const { fileName } of [general, components]) await rm(path.join(siteFolder, fileName));
  const lateStyles = splitOffLateRules(`${general.source}`).late + components.source;
  const lateStyleSheet = `assets/site-${hash(lateStyles)}.css`;

  const base = settings.BASE_PATH;
  const css = `${general.source}${components.source}`.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const lateScript = makeLateScript(bundle.output, lateStyleSheet, `${base}/`);
  const composed = await composePages({ pages, displayTexts, css, lateScript, base });
  const hostFiles = makeHostFiles(makeSecurityHeaders(composed.hashes, settings), base);
  const texts = { ...files, ...composed.files, ...hostFiles, [lateStyleSheet]: lateStyles };
  for (const [name, text] of Object.entries(texts)) {
    await writeFile(path.join(siteFolder, name), text);
  }
  await writeCompressedCopies();

  console.log(`The site is in ${path.relative(process.cwd(), siteFolder) || '.'}`);
  if (settings.VITE_EMAILJS_ORIGIN === '') {
    console.log('Sem e-mail: as variáveis VITE_EMAILJS_* estão vazias (veja .env.example).');
  }
  if (settings.SITE_URL === '') {
    console.log(
      'SITE_URL está vazia: sem endereços canônicos, imagem nas prévias de links e sitemap (veja .env.example).',
    );
  }
  for (const note of [...composed.excesses, ...notes]) if (note !== null) console.log(note);
}

async function renderPages(config: UserConfig) {
  const server = await createServer({
    ...config,
    configFile: false,
    plugins: [],
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const renderer = await server.ssrLoadModule('/src/render-page.tsx');
    return await (renderer as typeof import('../src/render-page.tsx')).renderSite();
  } finally {
    await server.close();
  }
}

function findStyleSheet(output: Rolldown.RolldownOutput['output'], chunk: string): Rolldown.OutputAsset {
  const sheet = output.find(({ fileName }) => fileName.startsWith(`assets/${chunk}-`) && fileName.endsWith('.css'));
  if (sheet?.type !== 'asset') throw new Error(`The bundle lacks the style sheet of ${chunk}`);
  return sheet;
}

/** Gives inline/late-script.ts the addresses of style sheet, entry and chunks, these in the order of execution. */
function makeLateScript(output: Rolldown.RolldownOutput['output'], styleSheet: string, base: string): string {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const findParts = (fileName: string): string[] => [
    ...(chunks.get(fileName)?.imports.flatMap(findParts) ?? []),
    fileName,
  ];
  const [{ fileName, code, imports }] = output;
  const parts = [...new Set(imports.flatMap(findParts))].map((part) => base + part).join(' ');
  // Browsers do not run this type.
  return `<script type="text/late-module" src="${base}${fileName}" integrity="${hashForBrowser(code)}" data-styles="${base}${styleSheet}" data-parts="${parts}"></script><noscript><link rel="stylesheet" href="${base}${styleSheet}" media="print"></noscript>`;
}

async function writeCompressedCopies(): Promise<void> {
  const names = await readdir(siteFolder, { recursive: true });
  const texts = names.filter((name) => /\.(html|css|js|svg|json|txt|xml)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const file = path.join(siteFolder, name);
      const content = await readFile(file);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
