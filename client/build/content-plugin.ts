import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { PAGE_PATHS } from '../src/page-paths.ts';
import { makeAccentStyles } from './accent.ts';
import { ContentError, findContentFaults, type SiteContent } from './content-check.ts';
import { findContentFile, ownerContent } from './owner-content.ts';
import { makeTechnologyColours, makeTechnologyIcons } from './technology-icons.ts';

const contentFolder = path.join(import.meta.dirname, '../src/content');
const generatedFolder = path.join(import.meta.dirname, '../src/generated');

/** Which files hold what is checked. */
const FILES: Record<string, (keyof SiteContent)[]> = {
  'site.ts': ['site'],
  'home.ts': ['home'],
  'about.ts': ['about'],
  'projects.ts': ['projects'],
  'projects-page.ts': ['projectsPage'],
  'technologies.ts': ['technologies'],
  'contact.ts': ['contact'],
  'static-pages.ts': ['notFound', 'messageSent', 'messageRefused', 'entrance'],
};

/**
 * Checks the content, and makes what is made from it (src/generated), before the site is built.
 *
 * @throws ContentError with all that is wrong
 */
export async function prepareContent(): Promise<void> {
  const server = await createServer({
    configFile: false,
    plugins: [ownerContent()],
    envDir: false,
    root: path.dirname(import.meta.dirname),
    publicDir: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    await checkAndGenerate(server);
  } finally {
    await server.close();
  }
}

/** In development: the same at the start, which fails with what is wrong, and after every change, when the browser shows it too. */
export function siteContent(): Plugin {
  return {
    name: 'site-content',
    apply: 'serve',
    async configureServer(server) {
      await checkAndGenerate(server);
      const handleChange = async (file: string) => {
        if (!file.startsWith(contentFolder + path.sep)) return;
        server.environments.ssr.moduleGraph.invalidateAll();
        await checkAndGenerate(server).catch((error: Error) => {
          server.config.logger.error(error.message);
          server.ws.send({ type: 'error', err: { message: error.message, stack: '' } });
        });
      };
      for (const event of ['add', 'change', 'unlink'] as const)
        server.watcher.on(event, (file) => void handleChange(file));
    },
  };
}

async function checkAndGenerate(server: ViteDevServer): Promise<void> {
  const unreadable = new Set<string>();
  const content: Partial<SiteContent> = {};

  const owner = readOwner();
  if (owner instanceof Error) unreadable.add(`owner.json: ${owner.message}`);
  else content.owner = owner;

  for (const [file, names] of Object.entries(FILES)) {
    // What cannot be read has been told by then, and the other files import owner.json.
    if (owner instanceof Error) break;
    try {
      const module = await server.ssrLoadModule(findContentFile(file));
      for (const name of names) content[name] = module[name];
    } catch (error) {
      unreadable.add(`${file}: ${firstLine(error)}`);
    }
  }
  const faults = [...unreadable, ...findContentFaults(content, [...PAGE_PATHS])];
  if (faults.length > 0) throw new ContentError(faults);

  // The casts are safe: both were checked above.
  const { accent } = content.owner as typeof import('../src/content/owner.json');
  const { technologies } = content as typeof import('../src/content/technologies.ts');
  mkdirSync(generatedFolder, { recursive: true });
  writeIfOther('accent.css', makeAccentStyles(accent));
  writeIfOther('technology-colours.css', makeTechnologyColours(technologies));
  writeIfOther('technology-icons.svg', makeTechnologyIcons(technologies));
}

function readOwner(): unknown {
  try {
    return JSON.parse(readFileSync(findContentFile('owner.json'), 'utf8'));
  } catch (error) {
    return error;
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

/** So that Vite does not take a file for changed that is what it was. */
function writeIfOther(name: string, text: string): void {
  const file = path.join(generatedFolder, name);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
