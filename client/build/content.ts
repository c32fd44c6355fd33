import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { describeAccentChange, makeAccentStyles } from './accent.ts';
import { makePublicFolder } from './brand.ts';
import { ContentFile } from './content-file.ts';
import { type Content, contentSchemas, readValues } from './content-schema.ts';
import { contentFolder, generatedFolder, topFolder } from './folders.ts';
import { OperatorError } from './operator-error.ts';
import { findCroppedPictures, findStilledAnimations, writeModule } from './pictures.ts';
import { findSampleValues, findStandIns } from './placeholders.ts';
import { countColumns, makeTechnologyIcons } from './technology-icons.ts';

/**
 * Checks the content, and generates what the site's code imports of it.
 *
 * @returns the content, sentences for the owner about what could be better, and constants for Vite's `define`
 * @throws OperatorError with all that is wrong
 */
export async function prepareContent() {
  const content = await readContent();
  const { accent } = content.owner;
  const brandFault = await makePublicFolder(content.owner);
  // Without what only the build needs, as browsers load it.
  const owner = { ...content.owner, accent: undefined };
  const technologies = content.technologies.map((technology) => ({ ...technology, icon: undefined }));
  writeIfChanged('content.js', writeModule({ ...content, owner, technologies }));
  const columns = countColumns(content.technologies);
  const columnStyles = columns === 13 ? '' : `:root {\n  --technology-columns: ${columns};\n}\n`;
  writeIfChanged('owner.css', makeAccentStyles(accent) + columnStyles);
  writeIfChanged('technology-icons.svg', makeTechnologyIcons(content.technologies));
  const notes = [
    list('Links que faltam', findStandIns(content)),
    list('Ainda como veio com o projeto', findSampleValues()),
    list('Fotos cortadas ao meio em 4 por 3, sem um focus que diga o que fica', findCroppedPictures()),
    list('Animações, das quais só o primeiro quadro aparece', findStilledAnimations()),
    describeAccentChange(accent),
    brandFault,
  ];
  return { content, notes: notes.filter((note) => note !== null), define: defineUnusedSlots(content) };
}

/** Constants for the optional parts that the content leaves out, so that the bundles have no code for them. In development all parts have code. */
function defineUnusedSlots({ owner, about, projects: { projects } }: Content): Record<string, string> {
  const { photo, email, place, since, availability, cv, linkedIn, gitHub } = owner;
  const slots = {
    HAS_AVAILABILITY: availability,
    HAS_CV: cv,
    HAS_EMAIL: email,
    HAS_EXPERIENCE: about.experience,
    HAS_FACTS: [place, since, availability, cv].some((fact) => fact !== undefined),
    HAS_PHOTO: photo,
    HAS_PHOTOS: [photo, ...projects].some((item) => item?.image.sources !== undefined),
    HAS_PROFILES: [linkedIn, gitHub].some((link) => typeof link === 'string'),
    HAS_TAGS: projects.some(({ tags }) => tags !== undefined),
  };
  const unused = Object.entries(slots).filter(([, content]) => !content);
  return Object.fromEntries(unused.map(([name]) => [`import.meta.env.${name}`, 'false']));
}

function list(title: string, items: string[]): string | null {
  return items.length === 0 ? null : `${title}: ${items.join(', ')}`;
}

/** The content as pages take it. Throws OperatorError with all that is wrong. */
export async function readContent(): Promise<Content> {
  const content: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, schema] of Object.entries(contentSchemas)) {
    const fileName = `${name}.yaml`;
    if (!existsSync(path.join(contentFolder, fileName))) {
      faults.push(
        `${path.relative(topFolder, contentFolder)}/${fileName}: arquivo não encontrado; esperado um arquivo YAML`,
      );
      continue;
    }
    const file = new ContentFile(fileName);
    if (file.syntaxFault !== null) {
      faults.push(file.syntaxFault);
      continue;
    }
    const { values, faults: wrong } = await readValues(schema, file.value);
    faults.push(...wrong.map(({ keys, sentence }) => file.describe(keys, sentence)));
    content[name] = values;
  }
  if (faults.length > 0) {
    const count = faults.length === 1 ? 'Um erro' : `${faults.length} erros`;
    throw new OperatorError([`${count} no conteúdo:`, ...faults].join('\n  '));
  }
  // The schemas have no fault, so that every file has its values.
  return content as Content;
}

/** Otherwise the development server would reload the page for nothing. */
function writeIfChanged(name: string, text: string) {
  const file = path.join(generatedFolder, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(generatedFolder, { recursive: true });
  writeFileSync(file, text);
}

/**
 * For the development server and for tests: prepares the content at the start and after every change of it. Vite then reloads what has
 * changed; faults are shown over the page, which stays as it was.
 */
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
