import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin } from 'vite';
import { describeAccentChange, makeAccentStyles } from './accent.ts';
import { makePublicFolder } from './brand.ts';
import { readContentFile } from './content-file.ts';
import { type Content, contentSchemas } from './content-schema.ts';
import { contentFolder, generatedFolder, publicFolder } from './folders.ts';
import { OperatorError } from './operator-error.ts';
import { croppedPhotos, hash, inlineFirstDrawings, publishPictures, stilledAnimations } from './pictures.ts';
import { findSampleValues, findStandIns } from './placeholders.ts';
import { makeTechnologyIcons, makeTechnologyStyles } from './technology-icons.ts';

const SETTLING_MS = 50;

/** Checks the content and generates what the site's code imports. Gives hints for the owner. @throws as readContent */
export async function prepareContent(): Promise<(string | null)[]> {
  const content = await readContent();
  const { owner, projects, technologies } = content;
  const brandFault = await makePublicFolder(owner);
  await inlineFirstDrawings(projects.projects.map(({ image }) => image));
  await inlineFirstDrawings(owner.photo ? [owner.photo.image] : []);
  const shown = [owner.photo, ...projects.projects, ...projects.projects.map(({ storyPicture }) => storyPicture)];
  await publishPictures(shown.flatMap((picture) => picture?.image ?? []));
  const icons = makeTechnologyIcons(technologies);
  const technologyIcons = `assets/technology-icons-${hash(icons)}.svg`;
  const generated = {
    ...content,
    // Browsers load this, so it leaves out what only the build needs.
    owner: { ...owner, accent: undefined },
    technologies: technologies.map((technology) => ({ ...technology, icon: undefined })),
    technologyIcons,
  };
  const exports = Object.entries(generated).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`,
  );
  await mkdir(path.join(publicFolder, 'assets'), { recursive: true });
  await writeFile(path.join(publicFolder, technologyIcons), icons);
  await writeFile(path.join(generatedFolder, 'content.js'), exports.join(''));
  await writeFile(
    path.join(generatedFolder, 'owner.css'),
    makeAccentStyles(owner.accent) + makeTechnologyStyles(technologies),
  );
  return [
    list('Links que faltam', findStandIns(content)),
    list('Ainda como veio com o projeto', findSampleValues()),
    list('Fotos cortadas ao meio, sem um focus que diga o que fica', [...croppedPhotos].sort()),
    list('Animações, das quais só o primeiro quadro aparece', [...stilledAnimations].sort()),
    describeAccentChange(owner.accent),
    brandFault,
  ];
}

function list(title: string, items: string[]): string | null {
  return items.length === 0 ? null : `${title}: ${items.join(', ')}`;
}

/** The content for the pages. @throws OperatorError with all faults of all files */
export async function readContent(): Promise<Content> {
  const content: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, schema] of Object.entries(contentSchemas)) {
    const { values, faults: found } = await readContentFile(`${name}.yaml`, schema);
    faults.push(...found);
    content[name] = values;
  }
  if (faults.length > 0) {
    const count = faults.length === 1 ? 'Um erro' : `${faults.length} erros`;
    throw new OperatorError([`${count} no conteúdo:`, ...faults].join('\n  '));
  }
  return content as Content;
}

/** For the development server and tests: prepares the content at the start and after changes, and shows faults. */
export function siteContent(): Plugin {
  let fault: Error | null = null;
  let update = Promise.resolve();
  return {
    name: 'site-content',
    apply: 'serve',
    config: async () => void (await prepareContent()),
    configureServer(server) {
      const showFault = () => {
        if (fault !== null) server.ws.send({ type: 'error', err: { message: fault.message, stack: '' } });
      };
      const prepareAgain = async () => {
        // Many editors empty a file before they write it, and the watcher may report only the first change.
        await sleep(SETTLING_MS);
        const hadFault = fault !== null;
        fault = await prepareContent().then(
          () => null,
          (error: Error) => error,
        );
        if (fault !== null) server.config.logger.error(fault.message);
        else if (hadFault) server.ws.send({ type: 'full-reload' });
        showFault();
      };
      server.ws.on('connection', showFault);
      server.watcher.add(contentFolder);
      server.watcher.on('all', (_event, file) => {
        if (file.startsWith(contentFolder + path.sep)) update = update.then(prepareAgain);
      });
    },
  };
}
