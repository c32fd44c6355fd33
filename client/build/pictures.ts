import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CARDS_PER_PAGE } from '../src/pages/projects/paging.ts';
import { clientFolder } from './folders.ts';
import { findContentFile } from './owner-content.ts';

/** Bytes for all inlined pictures, and how many of them the text of each card takes, so that the page stays below the limit of page-weight.ts. */
const ROOM_IN_PAGE = 6500;
const ROOM_FOR_A_CARD = 480;

/** Whether an import's address, as Vite's development server writes it, leads to a picture; after a `#`, to an element with this id. */
export function isPicture(address: string): boolean {
  if (address.startsWith('data:image/')) return true;
  const file = findFile(address);
  const [, part] = address.split('#');
  return file !== null && (part === undefined || readFileSync(file, 'utf8').includes(`id="${part}"`));
}

/** The files of the pictures to be inlined: those of the first page of cards, as far as there is room. Addresses as for isPicture. */
export function findFirstPictures(projects: { image: string }[]): Set<string> {
  const files = projects.slice(0, CARDS_PER_PAGE).flatMap(({ image }) => findFile(image) ?? []);
  let room = ROOM_IN_PAGE - ROOM_FOR_A_CARD * projects.length;
  const fitting = files.filter((file) => {
    room -= statSync(file).size;
    return room >= 0;
  });
  return new Set(fitting);
}

function findFile(address: string): string | null {
  if (!/^\/[^/]/.test(address)) return null;
  const [name = ''] = decodeURI(address).split('#');
  // Vite's prefix for files outside the client's folder.
  const places = name.startsWith('/@fs/')
    ? [name.slice('/@fs'.length)]
    : [path.join(clientFolder, name), path.join(findContentFile('public'), name)];
  return places.find((place) => existsSync(place)) ?? null;
}
