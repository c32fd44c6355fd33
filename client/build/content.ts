import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { makeAccentStyles } from './accent.ts';
import { findContentTypeFaults } from './content-types.ts';
import { findContentFaults, findOwnerFaults, findStandIns } from './content-values.ts';
import { clientFolder, contentFolder } from './folders.ts';
import { OperatorError } from './operator-error.ts';
import { findContentFile, ownerContent } from './owner-content.ts';
import { findFirstPictures } from './pictures.ts';
import { makeTechnologyColours, makeTechnologyIcons } from './technology-icons.ts';

const generatedFolder = path.join(clientFolder, 'src/generated');

/**
 * Checks the content before the site is built, its shapes by TypeScript and its values by rules of our own, and makes what is made from it
 * (src/generated).
 *
 * @returns where it has stand-ins for links that only the owner knows, and which pictures are to stand inside the page
 * @throws OperatorError with a line for each thing that is wrong
 */
export async function prepareContent(): Promise<{ linksToFillIn: string[]; firstPictures: Set<string> }> {
  const owner = readOwner();
  const ownerFaults = owner instanceof Error ? [`owner.json: ${owner.message}`] : findOwnerFaults(owner);
  // The other files import it.
  if (owner instanceof Error) throw refuse(ownerFaults);

  const typeFaults = await findContentTypeFaults();
  const { content, loadFaults } = await loadContent();
  const valueFaults = [...content].flatMap(([file, values]) => findContentFaults(file, values));
  // What is wrong with a file's shape may be the reason for the rest.
  const hasRightShape = (fault: string) => !typeFaults.some((known) => known.startsWith(`${fault.split(':')[0]},`));
  const faults = [...ownerFaults, ...typeFaults, ...[...loadFaults, ...valueFaults].filter(hasRightShape)];
  if (faults.length > 0) throw refuse(faults);

  // The casts are safe: both were checked above.
  const { accent } = owner as typeof import('../src/content/owner.json');
  const { technologies } = content.get('technologies.ts') as typeof import('../src/content/technologies.ts');
  mkdirSync(generatedFolder, { recursive: true });
  writeIfOther('accent.css', makeAccentStyles(accent));
  writeIfOther('technology-colours.css', makeTechnologyColours(technologies));
  writeIfOther('technology-icons.svg', makeTechnologyIcons(technologies));
  const { projects } = content.get('projects.ts') as typeof import('../src/content/projects.ts');
  return {
    linksToFillIn: [...content.values()].flatMap(findStandIns),
    firstPictures: findFirstPictures(projects),
  };
}

/** In development: the same at the start, which fails with what is wrong, and after every change, when the browser shows it too. */
export function siteContent(): Plugin {
  return {
    name: 'site-content',
    apply: 'serve',
    async configureServer(server) {
      await prepareContent();
      const handleChange = async (file: string) => {
        if (!file.startsWith(contentFolder + path.sep)) return;
        await prepareContent().catch((error: Error) => {
          server.config.logger.error(error.message);
          server.ws.send({ type: 'error', err: { message: error.message, stack: '' } });
        });
      };
      for (const event of ['add', 'change', 'unlink'] as const)
        server.watcher.on(event, (file) => void handleChange(file));
    },
  };
}

/** Every file of the content and what it exports; or why it cannot be read. */
async function loadContent() {
  const content = new Map<string, Record<string, unknown>>();
  const loadFaults: string[] = [];
  for (const name of readdirSync(contentFolder).filter((file) => /^[\w-]+\.ts$/.test(file))) {
    try {
      const { module } = await runnerImport<Record<string, unknown>>(findContentFile(name), {
        configFile: false,
        plugins: [ownerContent()],
        envDir: false,
        root: clientFolder,
        publicDir: false,
        logLevel: 'silent',
        // A picture's address says then where it is.
        build: { assetsInlineLimit: 0 },
      });
      content.set(name, module);
    } catch (error) {
      loadFaults.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
  }
  return { content, loadFaults };
}

function refuse(faults: string[]): OperatorError {
  const count = faults.length === 1 ? 'One thing is' : `${faults.length} things are`;
  return new OperatorError(
    [`${count} wrong in client/src/content:`, ...faults.map((fault) => `  ${fault}`)].join('\n'),
  );
}

function readOwner(): unknown {
  try {
    return JSON.parse(readFileSync(findContentFile('owner.json'), 'utf8'));
  } catch (error) {
    return error;
  }
}

/** So that Vite does not take a file for changed that is what it was. */
function writeIfOther(name: string, text: string): void {
  const file = path.join(generatedFolder, name);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
