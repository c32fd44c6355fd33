/** The text font, for the style sheet, for the script in the page and for React. */
export const TEXT_FONT = {
  family: 'Atkinson Hyperlegible Next',
  weight: '400 700',
  /** Under this name the browser's storage has the address of the font that it has fetched, and so has at hand from then on. */
  key: 'text-font',
};
