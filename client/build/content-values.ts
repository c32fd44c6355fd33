/** The rules for content that types cannot express. */
import { isHexColour, isWebAddress } from './content-rules.ts';
import { isPicture } from './pictures.ts';
import { findIconFault } from './technology-icons.ts';

/** Gives what is wrong with a value, or null. */
type Rule = (value: unknown) => string | null;

const ADDRESS = 'an address such as https://example.com/';
const mayLead: Rule = (value) =>
  value === '' || isWebAddress(value) ? null : `not a URL; expected ${ADDRESS}, or "" while there is none`;
const isLink: Rule = (value) =>
  value === null || isWebAddress(isStandIn(value) ? value.standIn : value)
    ? null
    : "not a URL; expected an address such as https://github.com/you/project, toFillIn('https://…'), or null for no link";

const OWNER: Record<string, Rule> = {
  name: (value) => (typeof value === 'string' ? null : 'expected a text'),
  ownSite: mayLead,
  linkedIn: mayLead,
  gitHub: mayLead,
  accent: (value) => (isHexColour(value) ? null : 'not a colour; expected a colour such as "#ef713b"'),
};

/** By the place of a value, without list indexes. */
const RULES: Record<string, Rule> = {
  'projects[].deploy': isLink,
  'projects[].repository': isLink,
  'projects[].image': (value) =>
    isPicture(String(value))
      ? null
      : "no such picture; expected a picture of this site: import it from './images/…'; pages show no picture from elsewhere",
  'technologies[].officialSite': (value) => (isWebAddress(value) ? null : `not a URL; expected ${ADDRESS}`),
  'technologies[].icon': (value) => findIconFault(String(value)),
  'technologies[].id': (value) =>
    /^[a-z][a-z\d-]*$/.test(String(value)) ? null : 'expected lower-case letters, digits and hyphens, such as "vue-js"',
};

/** Must differ within a list. */
const KEYS = ['id', 'heading', 'path'];

/** A line for each fault, such as `owner.json: accent: not a colour; expected …; given …` */
export function findOwnerFaults(owner: unknown): string[] {
  const given: Record<string, unknown> = typeof owner === 'object' && owner !== null ? { ...owner } : {};
  const missing = Object.keys(OWNER).filter((name) => !(name in given));
  const unknown = Object.keys(given).filter((name) => !(name in OWNER));
  const wrong = Object.entries(given).flatMap(([name, value]) => judge(`owner.json: ${name}`, OWNER[name], value));
  return [
    ...missing.map((name) => `owner.json: missing: ${name}`),
    ...unknown.map((name) => `owner.json: not known here: ${name}`),
    ...wrong,
  ];
}

/** A line for each fault in a file's exports, such as `projects.ts: projects[2].repository: not a URL; expected …; given …` */
export function findContentFaults(file: string, values: Record<string, unknown>): string[] {
  return [...walk(values)].flatMap(([place, value]) => {
    const where = `${file}: ${place}`;
    // Values of owner.json may be empty.
    const isBlank = typeof value === 'string' && value.trim() === '' && file !== 'owner.ts';
    const rule = RULES[place.replaceAll(/\[\d+\]/g, '[]')];
    return [
      ...(rule ? judge(where, rule, value) : isBlank ? judge(where, () => 'expected a text', value) : []),
      ...(Array.isArray(value) ? findRepeated(where, value) : []),
    ];
  });
}

/** The places of stand-in links, such as `projects[0].repository`. */
export function findStandIns(values: Record<string, unknown>): string[] {
  return [...walk(values)].filter(([, value]) => isStandIn(value)).map(([place]) => place);
}

function* walk(content: object, place = ''): Generator<[place: string, value: unknown]> {
  for (const [key, value] of Object.entries(content)) {
    const here = Array.isArray(content) ? `${place}[${key}]` : [place, key].filter(Boolean).join('.');
    yield [here, value];
    if (typeof value === 'object' && value !== null && !isStandIn(value)) yield* walk(value, here);
  }
}

function judge(where: string, rule: Rule | undefined, value: unknown): string[] {
  const fault = rule?.(value) ?? null;
  return fault === null ? [] : [`${where}: ${fault}; given ${show(value)}`];
}

function findRepeated(where: string, list: unknown[]): string[] {
  return [null, ...KEYS].flatMap((key) => {
    const values = list.map((item) => (key === null ? item : (item as Record<string, unknown> | null)?.[key]));
    return values.flatMap((value, index) => {
      const first = values.indexOf(value);
      if (value === undefined || first === index) return [];
      const part = key === null ? '' : `.${key}`;
      return [`${where}[${index}]${part}: the same as [${first}]${part}; given ${show(value)}`];
    });
  });
}

function isStandIn(value: unknown): value is { standIn: string } {
  return typeof value === 'object' && value !== null && 'standIn' in value;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
