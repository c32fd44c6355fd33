/** product.md, section 3, constants */
export const CARDS_PER_PAGE = 4;

/** The index of the next page's first card, or 0 after the last page (product.md, section 2, Projects); `start` is that of this page. */
export function nextPageStart(start: number, total: number): number {
  const next = start + CARDS_PER_PAGE;
  return next < total ? next : 0;
}

/** The index of the previous page's first card, or of the last page's where that would be below zero. */
export function previousPageStart(start: number, total: number): number {
  const previous = start - CARDS_PER_PAGE;
  if (previous >= 0) return previous;
  const pages = Math.max(1, Math.ceil(total / CARDS_PER_PAGE));
  return (pages - 1) * CARDS_PER_PAGE;
}

export function isOnPage(index: number, start: number): boolean {
  return start <= index && index < start + CARDS_PER_PAGE;
}
