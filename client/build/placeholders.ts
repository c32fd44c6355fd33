import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { contentFolder, sampleContentFolder } from './folders.ts';

/** Not technologies.yaml, which has no sentences. */
const FILES = ['owner', 'home', 'about', 'projects'];
/** Shorter texts, such as headings, may be the owner's. */
const SHORTEST_SENTENCE = 20;

/** The places of links to be filled in, such as `projects.projects[0].deploy`. */
export function findStandIns(content: Record<string, unknown>): string[] {
  return [...walk(content)].flatMap(([place, value]) =>
    typeof value === 'object' && value !== null && 'standIn' in value ? [place] : [],
  );
}

/** The places of sentences and pictures that are still those of the sample, such as `about.sections[0]`. */
export function findSampleValues(): string[] {
  const samples = new Set(FILES.flatMap((name) => readValues(sampleContentFolder, name)).map(([, value]) => value));
  const own = FILES.flatMap((name) => readValues(contentFolder, name));
  const places = own.flatMap(([place, value]) => {
    if (typeof value !== 'string' || !samples.has(value)) return [];
    const isPicture = place.endsWith('.image') && isSamplePicture(value);
    return isPicture || value.length >= SHORTEST_SENTENCE ? [place] : [];
  });
  // Each item of a list once.
  return [...new Set(places.map((place) => place.replace(/\]\..*$/, ']')))];
}

function readValues(folder: string, name: string): [place: string, value: unknown][] {
  const content = parse(readFileSync(path.join(folder, `${name}.yaml`), 'utf8'), { schema: 'failsafe' });
  return [...walk(content, name)];
}

function isSamplePicture(name: string): boolean {
  const sample = path.join(sampleContentFolder, 'pictures', name);
  return existsSync(sample) && readFileSync(path.join(contentFolder, 'pictures', name)).equals(readFileSync(sample));
}

function* walk(value: unknown, place = ''): Generator<[place: string, value: unknown]> {
  yield [place, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    yield* walk(part, Array.isArray(value) ? `${place}[${key}]` : [place, key].filter(Boolean).join('.'));
  }
}
