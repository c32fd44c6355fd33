/** product.md, section 3, constants */
export const CARDS_PER_PAGE = 4;

export type Direction = 'next' | 'previous';

/** In order, none of them empty. */
export function splitIntoPages<Card>(cards: readonly Card[]): Card[][] {
  return Array.from({ length: Math.ceil(cards.length / CARDS_PER_PAGE) }, (_, page) =>
    cards.slice(page * CARDS_PER_PAGE, (page + 1) * CARDS_PER_PAGE),
  );
}

/** The index of the page that an arrow leads to: after the last one the first, and before the first one the last (product.md, section 2, Projects). */
export function turnPage(page: number, to: Direction, pages: number): number {
  return (page + (to === 'next' ? 1 : -1) + pages) % pages;
}

/** Least length of a swipe, in CSS pixels. */
const SWIPE = 50;

/** Where a swipe leads to, from how far it went to the right and down, in CSS pixels; nowhere if it is short, or rather a scroll. */
export function readSwipe(right: number, down: number): Direction | undefined {
  const length = Math.abs(right);
  if (length < SWIPE || length < 2 * Math.abs(down)) return undefined;
  return right < 0 ? 'next' : 'previous';
}
