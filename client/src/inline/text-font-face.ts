/** Under this name the browser's storage has the address of the text font that it has fetched, and so has at hand from then on. */
export const TEXT_FONT_KEY = 'text-font';

/** @param url - address of the font's file, which changes with its content */
export function makeTextFont(url: string, display: FontDisplay): FontFace {
  return new FontFace('Atkinson Hyperlegible Next', `url("${url}")`, { weight: '400 700', display });
}
