import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Direction, readSwipe, splitIntoPages, turnPage } from './paging.ts';

const totals = fc.integer({ min: 1, max: 1000 });
const directions = fc.constantFrom<Direction>('previous', 'next');
const walks = fc.array(directions, { maxLength: 300 });

function makeCards(total: number): number[] {
  return Array.from({ length: total }, (_, index) => index + 1);
}

/** The cards that are seen after each press of an arrow. */
function walk(total: number, ...presses: Direction[]): (number[] | undefined)[] {
  const pages = splitIntoPages(makeCards(total));
  let page = 0;
  return presses.map((to) => {
    page = turnPage(page, to, pages.length);
    return pages[page];
  });
}

test('the cards come four at a time', () => {
  expect(splitIntoPages(makeCards(11))).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [9, 10, 11],
  ]);
  expect(splitIntoPages([])).toEqual([]);
});

test('with five cards, right shows the fifth alone and then the first four again', () => {
  expect(walk(5, 'next', 'next')).toEqual([[5], [1, 2, 3, 4]]);
});

test('with five cards, left from the first page shows the fifth alone, and then the first four again', () => {
  expect(walk(5, 'previous', 'previous')).toEqual([[5], [1, 2, 3, 4]]);
});

test('with eight cards, left from the first page shows the last four, not an empty page', () => {
  expect(walk(8, 'previous')).toEqual([[5, 6, 7, 8]]);
});

test('a page is never empty, for any number of cards and any walk', () => {
  fc.assert(
    fc.property(totals, walks, (total, presses) => {
      for (const cards of walk(total, ...presses)) {
        expect(cards?.length).toBeGreaterThanOrEqual(1);
        expect(cards?.length).toBeLessThanOrEqual(4);
      }
    }),
  );
});

test('every card is reached by going one way only, whichever way that is', () => {
  fc.assert(
    fc.property(totals, directions, (total, to) => {
      const presses = Array.from({ length: Math.ceil(total / 4) }, () => to);
      expect(new Set(walk(total, ...presses).flat()).size).toBe(total);
    }),
  );
});

test('left undoes right, and right undoes left', () => {
  fc.assert(
    fc.property(totals, walks, (total, presses) => {
      const before = walk(total, ...presses).at(-1);
      if (before === undefined) return;
      expect(walk(total, ...presses, 'next', 'previous').at(-1)).toEqual(before);
      expect(walk(total, ...presses, 'previous', 'next').at(-1)).toEqual(before);
    }),
  );
});

test('a swipe to the left leads on and one to the right back; a short one, or rather a scroll, nowhere', () => {
  expect(readSwipe(-50, 25)).toBe('next');
  expect(readSwipe(50, -25)).toBe('previous');
  for (const [right, down] of [
    [-49, 0],
    [100, 51],
    [100, -51],
    [0, 0],
  ] as const)
    expect(readSwipe(right, down)).toBeUndefined();
});
