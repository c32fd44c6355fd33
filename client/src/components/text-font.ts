/**
 * The text font comes when the visitor has the page: it is in use from the next page on, be that a new document (inline/text-font.ts) or
 * another page of this one. A word that is painted is never set anew.
 */
import { TEXT_FONT } from '../inline/text-font-face.ts';
import url from '../styles/fonts/atkinson-hyperlegible-next.woff2';

let fetched: FontFace | null = null;

/** Fetches the font for later; from the browser's cache if it is there. If that fails, the next page tries again. */
export async function fetchTextFont(): Promise<void> {
  const { family, weight, key } = TEXT_FONT;
  fetched = await new FontFace(family, `url("${url}")`, { weight, display: 'swap' }).load();
  try {
    localStorage.setItem(key, url);
  } catch {
    // Storage is closed to us: in this document the font can be used all the same.
  }
}

/** Puts the font to use, if it is here. To be called while one page is replaced by another, between two frames. */
export function applyTextFont(): void {
  if (fetched !== null) document.fonts.add(fetched);
}
