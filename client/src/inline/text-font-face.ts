export const TEXT_FONT = {
  family: 'Atkinson Hyperlegible Next',
  weight: '400 700',
  /** The key in localStorage with the URL of the font that was fetched. */
  key: 'text-font',
};
