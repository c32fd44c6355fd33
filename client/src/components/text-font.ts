/** The text font is fetched after the first paint and used from the next page on, so that no text is ever painted a second time. */
import { TEXT_FONT } from '../inline/text-font-face.ts';
import url from '../styles/fonts/atkinson-hyperlegible-next.woff2';

let fetched: FontFace | null = null;

/** @throws DOMException where the font cannot be fetched */
export async function fetchTextFont(): Promise<void> {
  const { family, weight, key } = TEXT_FONT;
  fetched = await new FontFace(family, `url("${url}")`, { weight, display: 'swap' }).load();
  try {
    localStorage.setItem(key, url);
  } catch {
    // Without storage the font is used in this document only.
  }
}

/** Applies the font if it has been fetched. To be called in a layout effect, before the new page is painted. */
export function applyTextFont(): void {
  if (fetched !== null) document.fonts.add(fetched);
}
