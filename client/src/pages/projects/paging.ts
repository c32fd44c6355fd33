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
