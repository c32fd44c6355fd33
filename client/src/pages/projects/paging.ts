/** How many cards a page of the projects shows (product.md, section 3, constants). */
export const CARDS_PER_PAGE = 4;

/**
 * Where the next page starts: 4 cards on, or back at the start when none remain there (product.md, section 2, Projects).
 *
 * @param start - index of the first card in sight
 * @param total - how many cards there are, 0 or more
 * @returns index of the first card of the new page; always that of a card, if there is any
 */
export function nextPageStart(start: number, total: number): number {
  const next = start + CARDS_PER_PAGE;
  return next < total ? next : 0;
}

/**
 * Where the previous page starts: 4 cards back, or at the start of the last page when that would be below zero.
 *
 * @param start - index of the first card in sight
 * @param total - how many cards there are, 0 or more
 * @returns index of the first card of the new page; always that of a card, if there is any
 */
export function previousPageStart(start: number, total: number): number {
  const previous = start - CARDS_PER_PAGE;
  return previous >= 0 ? previous : lastPageStart(total);
}

/** Whether the card at an index belongs to the page that starts at `start`. */
export function isOnPage(index: number, start: number): boolean {
  return start <= index && index < start + CARDS_PER_PAGE;
}

function lastPageStart(total: number): number {
  const pages = Math.max(1, Math.ceil(total / CARDS_PER_PAGE));
  return (pages - 1) * CARDS_PER_PAGE;
}
