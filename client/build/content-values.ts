/** What no type can say of the content: addresses, colours, icons, pictures, what must differ and what must not be empty. */
import { isHexColour, isWebAddress } from './content-rules.ts';
import { isPicture } from './pictures.ts';
import { findIconFault } from './technology-icons.ts';

/** Says what is wrong with a value, or nothing where it is right. */
type Rule = (value: unknown) => string | null;

const ADDRESS = 'an address such as https://example.com/';
const mayLead: Rule = (value) =>
  value === '' || isWebAddress(value) ? null : `not a URL; expected ${ADDRESS}, or "" while there is none`;
const mustLead: Rule = (value) => (isWebAddress(value) ? null : `not a URL; expected ${ADDRESS}`);
const isLink: Rule = (value) =>
  value === null || isWebAddress(isStandIn(value) ? value.standIn : value)
    ? null
    : "not a URL; expected an address such as https://github.com/you/project, toFillIn('https://…'), or null for no link";
const isText: Rule = (value) => (typeof value === 'string' ? null : 'expected a text');

const OWNER: Record<string, Rule> = {
  name: isText,
  ownSite: mayLead,
  linkedIn: mayLead,
  gitHub: mayLead,
  accent: (value) => (isHexColour(value) ? null : 'not a colour; expected a colour such as "#ef713b"'),
};

/** By what each place is called, whatever number stands in its brackets. */
const RULES: Record<string, Rule> = {
  'projects[].deploy': isLink,
  'projects[].repository': isLink,
  'projects[].image': (value) =>
    isPicture(String(value))
      ? null
      : "no such picture; expected a picture of this site: import it from './images/…'; pages show no picture from elsewhere",
  'technologies[].officialSite': mustLead,
  'technologies[].icon': (value) => findIconFault(String(value)),
  'technologies[].id': (value) =>
    /^[a-z][a-z\d-]*$/.test(String(value)) ? null : 'expected lower-case letters, digits and hyphens, such as "vue-js"',
};

/** By these, what stands in a list is told apart. */
const KEYS = ['id', 'heading', 'path'];

/**
 * What is wrong with owner.json.
 *
 * @returns a line for each fault, such as `owner.json: accent: not a colour; expected …; given …`
 */
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

/**
 * What is wrong with the values of a file of the content, each named by its place.
 *
 * @param file - its name, such as `projects.ts`
 * @param values - what it exports
 * @returns a line for each fault, such as `projects.ts: projects[2].repository: not a URL; expected …; given …`
 */
export function findContentFaults(file: string, values: Record<string, unknown>): string[] {
  return [...walk(values)].flatMap(([place, value]) => {
    const where = `${file}: ${place}`;
    // owner.ts takes from owner.json what may be empty.
    const isBlank = typeof value === 'string' && value.trim() === '' && file !== 'owner.ts';
    const rule = RULES[place.replaceAll(/\[\d+\]/g, '[]')];
    return [
      ...(rule ? judge(where, rule, value) : isBlank ? judge(where, () => 'expected a text', value) : []),
      ...(Array.isArray(value) ? findRepeated(where, value) : []),
    ];
  });
}

/** The places of the stand-ins for links that only the owner knows, such as `projects[0].repository`. */
export function findStandIns(values: Record<string, unknown>): string[] {
  return [...walk(values)].filter(([, value]) => isStandIn(value)).map(([place]) => place);
}

/** Every value inside a piece of content, and where it is. */
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
