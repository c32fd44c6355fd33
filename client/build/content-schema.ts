/** The owner's files. A new key must be optional, so that no fork has to change its files. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import leven from 'leven';
import * as z from 'zod';
import type { Link } from '../src/content/link.ts';
import { isEmail, isHexColour, isWebAddress } from './content-rules.ts';
import { contentFolder } from './folders.ts';
import { renderMarkdown, renderMarkdownLine, renderStory } from './markdown.ts';
import { preparePicture, type Shape } from './pictures.ts';
import { findIconFault } from './technology-icons.ts';

const TO_FILL_IN = 'preencher';

const text = z.string();
const markdown = text.transform(orFault(renderMarkdown));
const markdownLine = text.transform(orFault(renderMarkdownLine));

const pictureShape = {
  image: fileOf('pictures'),
  imageDescription: text,
  /** The point that a crop keeps, from the left and from the top. */
  focus: text
    .regex(/^(100|\d{1,2})% (100|\d{1,2})%$/, 'esperado duas porcentagens, da esquerda e do alto, como "50% 20%"')
    .optional(),
};

const owner = z
  .strictObject({
    name: text.max(100, 'esperado um nome de até 100 letras').optional(),
    /** In place of a long name. */
    shortName: text.max(30, 'esperado um nome de até 30 letras').optional(),
    /** Such as 'dev web full-stack'. */
    headline: text.optional(),
    accent: text.refine(isHexColour, "esperado uma cor como '#ef713b', entre aspas"),
    email: text.refine(isEmail, 'esperado um endereço como voce@exemplo.com.br').optional(),
    place: text.optional(),
    since: text.optional(),
    availability: text.optional(),
    cv: fileOf('public')
      .transform((file) => `/${encodeURI(path.basename(file))}`)
      .optional(),
    photo: z.strictObject(pictureShape).transform(publishPicture('portrait')).optional(),
    linkedIn: link('https://www.linkedin.com/').optional(),
    gitHub: link('https://github.com/').optional(),
    ownSite: link('/inicio'),
  })
  .refine(({ name, shortName }) => name || !shortName, {
    path: ['shortName'],
    message: 'esperado só ao lado de "name", o nome inteiro',
  });

const home = z.strictObject({
  description: text,
  text: markdown,
});

const about = z.strictObject({
  description: text,
  sections: listOf(z.strictObject({ heading: text, text: markdown }), 'heading'),
  experience: listOf(z.strictObject({ role: text, where: text, when: text, text: markdown.optional() })).optional(),
  /** Those of every day, which come first. */
  mainTools: listOf(text).optional(),
  tools: listOf(text),
});

const project = z
  .strictObject({
    id: text.regex(/^\d{1,9}$/, 'esperado um número inteiro'),
    ...pictureShape,
    title: text,
    /** The title's link. */
    deploy: link('https://pages.github.com/').optional(),
    repository: link('https://github.com/').optional(),
    repositoryLabel: text.optional(),
    /** What the owner did, and when. */
    role: text.optional(),
    description: listOf(markdownLine),
    /** Such as `en`, where the description is not in Portuguese (WCAG 3.1.2). */
    descriptionLanguage: text.regex(/^[a-z]{2,3}(-[A-Za-z]+)*$/, 'esperado um código de idioma como en').optional(),
    tags: listOf(text).optional(),
    /** How it was made: the problem, the decision and, in the last paragraph, the result. */
    story: text.transform(orFault(renderStory)).optional(),
    /** Beside it: what the card's picture does not show. */
    storyPicture: z.strictObject(pictureShape).transform(publishPicture('picture')).optional(),
  })
  .transform(publishPicture('picture'));

const technology = z.strictObject({
  id: text.regex(/^[a-z][a-z\d-]*$/, 'esperado letras minúsculas, números e hífens, como vue-js'),
  name: text,
  officialSite: text.refine(isWebAddress, 'esperado um endereço como https://exemplo.com/'),
  /** A slug of https://simpleicons.org, such as `vuedotjs`, or an SVG file in the folder pictures. */
  icon: text.superRefine((value, context) => {
    const fault = findIconFault(value);
    if (fault !== null) context.addIssue(fault);
  }),
});

/** By file name. */
export const contentSchemas = {
  owner,
  home,
  about,
  projects: z.strictObject({ description: text, projects: listOf(project, 'id') }),
  technologies: listOf(technology, 'id'),
};

export type Content = { [Name in keyof typeof contentSchemas]: z.output<(typeof contentSchemas)[Name]> };
export type Project = z.output<typeof project>;
export type Technology = z.output<typeof technology>;

const KINDS: Record<string, string> = {
  string: 'um texto (entre aspas se tiver ": ")',
  array: 'uma lista, com "- " em cada linha',
  object: 'chaves com valores, como "chave: valor"',
};

/** The values of a file for the pages, and the faults: the keys that lead to one, and a sentence. */
export async function readValues(schema: z.ZodType, value: unknown) {
  const result = await schema.safeParseAsync(value, {
    error(issue) {
      // Read below, as each unknown key is a fault of its own.
      if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject) {
        return Object.keys(issue.inst.shape).join(', ');
      }
      return issue.code === 'invalid_type' ? `esperado ${KINDS[issue.expected] ?? issue.expected}` : undefined;
    },
  });
  const faults = (result.error?.issues ?? []).flatMap(({ path: keys, message, ...issue }) => {
    if (issue.code !== 'unrecognized_keys') return [{ keys, sentence: message }];
    return issue.keys.map((key) => ({ keys: [...keys, key], sentence: describeUnknownKey(key, message) }));
  });
  return { values: result.data, faults };
}

function describeUnknownKey(given: string, known: string): string {
  const nearest = known.split(', ').filter((name) => leven(name.toLowerCase(), given.toLowerCase()) <= 2);
  const hint = nearest.length > 0 ? `talvez ${nearest.join(' ou ')}` : `uma destas: ${known}`;
  return `chave desconhecida; esperado ${hint}`;
}

function link(standIn: string) {
  return text.transform((value, context): Link => {
    if (value === TO_FILL_IN) return { standIn };
    if (!isWebAddress(value)) {
      context.addIssue(`esperado um endereço como https://exemplo.com.br/, ou ${TO_FILL_IN}`);
    }
    return value;
  });
}

/** A file's name, which becomes its path. */
function fileOf(folder: 'pictures' | 'public') {
  const parent = path.join(contentFolder, folder);
  return text
    .transform((name) => path.join(parent, name))
    .refine(
      (file) => file.startsWith(parent + path.sep) && existsSync(file) && statSync(file).isFile(),
      `arquivo não encontrado; esperado o nome de um arquivo em ${path.basename(contentFolder)}/${folder}`,
    );
}

/** A list whose items, or their values of this key, all differ. */
function listOf<Item extends z.ZodType>(item: Item, key?: string) {
  return z.array(item).superRefine((items, context) => {
    const values = items.map((value) =>
      JSON.stringify(key === undefined ? value : (value as Record<string, unknown>)[key]),
    );
    for (const [index, value] of values.entries()) {
      const first = values.indexOf(value);
      if (first === index) continue;
      const message = `igual ao item [${first}]; esperado um valor diferente em cada item`;
      context.addIssue({ code: 'custom', path: key === undefined ? [index] : [index, key], message });
    }
  });
}

function publishPicture(shape: Shape) {
  return async <Value extends { image: string; focus?: string | undefined }>(
    { focus, ...value }: Value,
    context: z.RefinementCtx,
  ) => {
    const image = await preparePicture(value.image, focus, shape).catch((error: Error) => {
      context.addIssue({ code: 'custom', path: ['image'], message: error.message });
      return z.NEVER;
    });
    return { ...value, image };
  };
}

function orFault<Output>(make: (value: string) => Output) {
  return (value: string, context: z.RefinementCtx): Output => {
    try {
      return make(value);
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  };
}
