/** Under this name the browser's storage has the address of the text font that it has fetched, and so has at hand from then on. */
export const TEXT_FONT_KEY = 'text-font';

export const TEXT_FONT_FAMILY = 'Atkinson Hyperlegible Next';
export const TEXT_FONT_WEIGHT = '400 700';

/** @param url - address of the font's file, which changes with its content */
export function makeTextFont(url: string, display: FontDisplay): FontFace {
  return new FontFace(TEXT_FONT_FAMILY, `url("${url}")`, { weight: TEXT_FONT_WEIGHT, display });
}
