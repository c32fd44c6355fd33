/** The logo, in a box of 64 by 64: pages draw it (drawings.tsx), and the build draws icons and preview with it (build/brand.ts). */
export const SUN = 'M6 35a26.5 26.5 0 1 1 52 0q-5.2-5.2-10.4 0t-10.4 0-10.4 0-10.4 0-10.4 0z';

export const WAVES = [
  'M6 42q5.2-5.2 10.4 0t10.4 0 10.4 0 10.4 0 10.4 0',
  'M10 49.5q4.4-4.5 8.8 0t8.8 0 8.8 0 8.8 0 8.8 0',
  'M18 57q4.65 4.5 9.3 0t9.3 0 9.3 0',
];

/** The same, flat, as seen from the beach. */
export const GLITTER = [
  'M6 37.5q5.2-2.9 10.4 0t10.4 0 10.4 0 10.4 0 10.4 0',
  'M10 41.6q4.4-2.5 8.8 0t8.8 0 8.8 0 8.8 0 8.8 0',
  'M18 45.8q4.65 2.5 9.3 0t9.3 0 9.3 0',
];
