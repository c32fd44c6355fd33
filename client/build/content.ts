import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { makeAccentStyles } from './accent.ts';
import { findContentTypeFaults } from './content-types.ts';
import { findContentFaults, findOwnerFaults, findStandIns } from './content-values.ts';
import { clientFolder, contentFolder } from './folders.ts';
import { OperatorError } from './operator-error.ts';
import { findContentFile, ownerContent } from './owner-content.ts';
import { findFirstPictures } from './pictures.ts';
import { makeTechnologyIcons } from './technology-icons.ts';

const generatedFolder = path.join(clientFolder, 'src/generated');

/** Checks the content, and generates the files in src/generated. Throws OperatorError with a line for each fault. */
export async function prepareContent() {
  const owner = readOwner();
  const ownerFaults = findOwnerFaults(owner);
  const typeFaults = findContentTypeFaults();
  const { content, loadFaults } = await loadContent();
  const valueFaults = [...content].flatMap(([file, values]) => findContentFaults(file, values));
  // A wrong type may be the cause of a file's other faults.
  const hasRightShape = (fault: string) => !typeFaults.some((known) => known.startsWith(`${fault.split(':')[0]},`));
  const faults = [...ownerFaults, ...typeFaults, ...[...loadFaults, ...valueFaults].filter(hasRightShape)];
  if (faults.length > 0) throw refuse(faults);

  // The casts are safe: both were checked above.
  const { accent } = owner as typeof import('../src/content/owner.json');
  const { technologies } = content.get('technologies.ts') as typeof import('../src/content/technologies.ts');
  mkdirSync(generatedFolder, { recursive: true });
  writeFileSync(path.join(generatedFolder, 'accent.css'), makeAccentStyles(accent));
  writeFileSync(path.join(generatedFolder, 'technology-icons.svg'), makeTechnologyIcons(technologies));
  const { projects } = content.get('projects.ts') as typeof import('../src/content/projects.ts');
  const linksToFillIn = [...content.values()].flatMap(findStandIns);
  return { linksToFillIn, firstPictures: findFirstPictures(projects) };
}

/** In development: prepares the content at the start, and after every change; the browser shows the faults of a change. */
export function siteContent(): Plugin {
  return {
    name: 'site-content',
    apply: 'serve',
    async configureServer(server) {
      await prepareContent();
      server.watcher.on('all', (_event, file) => {
        if (!file.startsWith(contentFolder + path.sep)) return;
        prepareContent().catch((error: Error) => {
          server.config.logger.error(error.message);
          server.ws.send({ type: 'error', err: { message: error.message, stack: '' } });
        });
      });
    },
  };
}

/** The exports of each content file, and the faults of the files that cannot be loaded. */
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
        // Pictures keep their addresses, by which they are checked.
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
  return new OperatorError([`${count} wrong in client/src/content:`, ...faults].join('\n  '));
}

function readOwner(): unknown {
  try {
    return JSON.parse(readFileSync(findContentFile('owner.json'), 'utf8'));
  } catch (error) {
    throw refuse([`owner.json: ${(error as Error).message}`]);
  }
}
