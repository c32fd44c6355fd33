import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CARDS_PER_PAGE } from '../src/pages/projects/paging.ts';
import { clientFolder } from './folders.ts';
import { findContentFile } from './owner-content.ts';

/** In bytes, for all pictures together, and of that what the words of a card take away: so the page fits into its first answer (page-weight.ts). */
const ROOM_IN_PAGE = 6100;
const ROOM_FOR_A_CARD = 400;

/** Whether an address, as Vite gives it to an import while it serves, is that of a picture that is there; behind a `#`, of a part that it has. */
export function isPicture(address: string): boolean {
  // One that is inside the page, which the build has read.
  if (address.startsWith('data:image/')) return true;
  const file = findFile(address);
  const [, part] = address.split('#');
  return file !== null && (part === undefined || readFileSync(file, 'utf8').includes(`id="${part}"`));
}

/**
 * The pictures that are to stand inside the page, to be painted with its first words: those of the cards in sight, as far as there is room.
 * The others are fetched when they are near.
 *
 * @param projects - in their order, with addresses as for isPicture
 * @returns files
 */
export function findFirstPictures(projects: { image: string }[]): Set<string> {
  const files = projects.slice(0, CARDS_PER_PAGE).map(({ image }) => findFile(image));
  let room = ROOM_IN_PAGE - ROOM_FOR_A_CARD * projects.length;
  const fitting = files.filter((file) => {
    room -= file === null ? 0 : statSync(file).size;
    return file !== null && room >= 0;
  });
  return new Set(fitting.filter((file) => file !== null));
}

/** The file behind an import's address, or one of the public files; null where there is none. */
function findFile(address: string): string | null {
  if (!/^\/[^/]/.test(address)) return null;
  const [name = ''] = decodeURI(address).split('#');
  // Vite calls so what is not in the client's folder.
  const places = name.startsWith('/@fs/')
    ? [name.slice('/@fs'.length)]
    : [path.join(clientFolder, name), path.join(findContentFile('public'), name)];
  return places.find((place) => existsSync(place)) ?? null;
}
