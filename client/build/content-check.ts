/**
 * Says in plain words what is wrong with the owner's content (src/content), before anything is built from it. Types say much of it in an
 * editor; but the build takes types away without looking at them, and no type knows a URL, or whether a picture is there.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { About } from '../src/content/about.ts';
import type { Contact } from '../src/content/contact.ts';
import type { Home } from '../src/content/home.ts';
import type { Link } from '../src/content/link.ts';
import type { Project } from '../src/content/projects.ts';
import type { ProjectsContent } from '../src/content/projects-page.ts';
import type { Site } from '../src/content/site.ts';
import type { StaticPageContent } from '../src/content/static-pages.ts';
import type { Technology } from '../src/content/technologies.ts';
import { isHexColour, isWebAddress } from './content-rules.ts';
import { findIconFault } from './technology-icons.ts';

/** What the owner can change, under the names that faults are told by. `owner` is the content of owner.json. */
export interface SiteContent {
  owner: unknown;
  site: unknown;
  home: unknown;
  about: unknown;
  projectsPage: unknown;
  projects: unknown;
  technologies: unknown;
  contact: unknown;
  notFound: unknown;
  messageSent: unknown;
  messageRefused: unknown;
  entrance: unknown;
}

/** Something in the content is wrong, and the owner can mend it. The message has a line for each fault. */
export class ContentError extends Error {
  // By which scripts/main.mjs knows that no stack is wanted.
  override name = 'OperatorError';

  constructor(faults: string[]) {
    const count = faults.length === 1 ? 'One thing is' : `${faults.length} things are`;
    super([`${count} wrong in client/src/content:`, ...faults.map((fault) => `  ${fault}`)].join('\n'));
  }
}

/** Every schema gives its own sentence: zod/mini has none, and a general one would not say what to write instead. */
function expected(what: string, fault?: string) {
  return {
    error: (issue: { input?: unknown; code?: string; keys?: unknown }) => {
      if (issue.code === 'unrecognized_keys' && Array.isArray(issue.keys)) {
        return `not known here: ${issue.keys.join(', ')}`;
      }
      if (issue.input === undefined) return `missing; expected ${what}`;
      return [...(fault === undefined ? [] : [fault]), `expected ${what}`, `given ${show(issue.input)}`].join('; ');
    },
  };
}

function show(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

const text = z.custom<string>((value) => typeof value === 'string' && value.trim() !== '', expected('a text'));
const textOrEmpty = z.string(expected('a text'));
const object = <T extends z.core.$ZodLooseShape>(shape: T) => z.strictObject(shape, expected('an object'));
const texts = z.array(text, expected('a list of texts')).check(
  z.superRefine((list, context) => {
    for (const [index, item] of list.entries()) {
      const first = list.indexOf(item);
      if (first < index) context.addIssue({ code: 'custom', path: [index], message: `says the same as [${first}]` });
    }
  }),
);
const makeText = z.custom<() => string>(
  (value) => typeof value === 'function',
  expected('a function that gives a text'),
);

const webAddress = z.custom<string>(isWebAddress, expected('an address such as https://example.com/', 'not a URL'));
const webAddressOrEmpty = z.custom<string>(
  (value) => value === '' || isWebAddress(value),
  expected('an address such as https://example.com/, or "" while there is none', 'not a URL'),
);
const link = z.custom<Link | null>(
  (value) => {
    const address = typeof value === 'object' && value !== null && 'standIn' in value ? value.standIn : value;
    return address === null || isWebAddress(address);
  },
  expected(
    "an address such as https://github.com/you/project, toFillIn('https://…'), or null for no link",
    'not a URL',
  ),
);

const pageTexts = { title: text, description: text, heading: text };

const staticPage = object({ ...pageTexts, paragraphs: texts }) satisfies z.ZodMiniType<StaticPageContent>;

const SCHEMAS = {
  owner: object({
    name: textOrEmpty,
    ownSite: webAddressOrEmpty,
    linkedIn: webAddressOrEmpty,
    gitHub: webAddressOrEmpty,
    accent: z.custom<string>(isHexColour, expected('a colour such as "#ef713b"', 'not a colour')),
  }),
  site: object({
    nameless: text,
    navigation: z.array(object({ path: text, label: text }), expected('a list of pages')),
    labels: object({
      skipToContent: text,
      previewImage: text,
      navigation: text,
      openMenu: text,
      closeMenu: text,
      menu: text,
      darkTheme: text,
      newTab: text,
      developedBy: text,
      ownSite: text,
    }),
  }) satisfies z.ZodMiniType<Site>,
  home: object({ ...pageTexts, paragraphs: texts, technologiesHeading: text }) satisfies z.ZodMiniType<Home>,
  about: object({
    ...pageTexts,
    sections: z.array(object({ heading: text, paragraphs: texts }), expected('a list of sections')),
    toolsHeading: text,
    tools: texts,
  }) satisfies z.ZodMiniType<About>,
  projectsPage: object({
    ...pageTexts,
    previous: text,
    next: text,
    position: makeText,
  }) satisfies z.ZodMiniType<ProjectsContent>,
  projects: z.array(
    object({
      id: z.number(expected('a number')),
      image: z.custom<string>(
        isPicture,
        expected(
          "a picture of this site: import it from './images/…'; pages show no picture from elsewhere",
          'no such picture',
        ),
      ),
      imageDescription: text,
      title: text,
      deploy: link,
      repository: link,
      repositoryLabel: text,
      description: texts,
      descriptionLanguage: z.optional(text),
    }),
    expected('a list of projects'),
  ) satisfies z.ZodMiniType<Project[]>,
  technologies: z.array(
    object({
      id: z.custom<string>(
        (value) => typeof value === 'string' && /^[a-z][a-z\d-]*$/.test(value),
        expected('lower-case letters, digits and hyphens, such as "vue-js"'),
      ),
      name: text,
      officialSite: webAddress,
      icon: text.check(
        z.superRefine((icon, context) => {
          const fault = findIconFault(icon);
          if (fault !== null) context.addIssue({ code: 'custom', message: fault });
        }),
      ),
    }),
    expected('a list of technologies'),
  ) satisfies z.ZodMiniType<Technology[]>,
  contact: object({
    ...pageTexts,
    introduction: text,
    formHeading: text,
    labels: object({ name: text, email: text, text }),
    hints: object({ name: text, email: text, text }),
    send: text,
    privacy: makeText,
    honeypot: text,
    sent: makeText,
    formIsBack: text,
    late: text,
    offline: text,
    refused: makeText,
    expired: makeText,
    profilesHeading: text,
    linkedIn: text,
    gitHub: text,
  }) satisfies z.ZodMiniType<Contact>,
  notFound: staticPage,
  messageSent: staticPage,
  messageRefused: staticPage,
  entrance: staticPage,
};

/**
 * All that is wrong with the content, each named by its place, such as `projects[2].repository: not a URL; expected …; given …`.
 *
 * @param content - what is missing in it, because its file could not be read, is passed over
 * @param pages - the paths of the pages there are, such as `/inicio`
 */
export function findContentFaults(content: Partial<SiteContent>, pages: string[]): string[] {
  const faults = Object.entries(SCHEMAS).flatMap(([name, schema]) => {
    const value = content[name as keyof SiteContent];
    if (value === undefined) return name in content ? [`${name}: missing`] : [];
    const { error } = schema.safeParse(value);
    return (error?.issues ?? []).map((issue) => `${placeOf([name, ...issue.path])}: ${issue.message}`);
  });
  return [
    ...faults,
    ...findRepeated(content.projects, 'projects', 'id'),
    ...findRepeated(content.technologies, 'technologies', 'id'),
    ...findRepeated(readAt(content.about, 'sections'), 'about.sections', 'heading'),
    ...findStrayPages(readAt(content.site, 'navigation'), pages),
  ];
}

function placeOf(steps: PropertyKey[]): string {
  return steps
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`))
    .join('');
}

function readAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}

function findRepeated(list: unknown, place: string, key: string): string[] {
  if (!Array.isArray(list)) return [];
  const values = list.map((item) => readAt(item, key));
  return values.flatMap((value, index) => {
    const first = values.indexOf(value);
    if (value === undefined || first === index) return [];
    return [
      `${place}[${index}].${key}: the same as ${place}[${first}].${key}; expected one of its own; given ${show(value)}`,
    ];
  });
}

function findStrayPages(navigation: unknown, pages: string[]): string[] {
  if (!Array.isArray(navigation)) return [];
  return navigation.flatMap((item, index) => {
    const value = readAt(item, 'path');
    if (typeof value !== 'string' || pages.includes(value)) return [];
    return [`site.navigation[${index}].path: no such page; expected one of ${pages.join(', ')}; given ${show(value)}`];
  });
}

/**
 * Whether an address, as Vite gives it to an import while it serves, is that of a picture in the client folder or among the public files;
 * behind a `#`, of a part that this picture has.
 */
function isPicture(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  // One that is inside the page, which the build has read.
  if (value.startsWith('data:image/')) return true;
  if (!/^\/[^/]/.test(value)) return false;
  const [address = '', part] = value.split('#');
  const places = ['.', 'src/content/public'].map((folder) =>
    path.join(import.meta.dirname, '..', folder, decodeURI(address)),
  );
  const file = places.find(existsSync);
  if (file === undefined) return false;
  return part === undefined || readFileSync(file, 'utf8').includes(`id="${part}"`);
}
