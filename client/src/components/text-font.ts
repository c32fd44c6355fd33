/** The text font is fetched after the first paint and used from the next page on, so that no text is ever painted a second time. */
import url from '../styles/fonts/atkinson-hyperlegible-next.woff2';

let fetched: FontFace | null = null;

/** @throws DOMException where the font cannot be fetched, or storage is forbidden: then it is used in this document only */
export async function fetchTextFont(): Promise<void> {
  const face = { weight: '400 700', display: 'swap' } as const;
  fetched = await new FontFace('Atkinson Hyperlegible Next', `url("${url}")`, face).load();
  // For inline/text-font.ts.
  localStorage.setItem('text-font', url);
}

/** Applies the font if it has been fetched. To be called in a layout effect, before the new page is painted. */
export function applyTextFont(): void {
  if (fetched !== null) document.fonts.add(fetched);
}
