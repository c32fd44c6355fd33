import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CARDS_PER_PAGE, isOnPage, nextPageStart, previousPageStart } from './paging.ts';

const STEPS = { left: previousPageStart, right: nextPageStart };
const totals = fc.integer({ min: 1, max: 1000 });
const walks = fc.array(fc.constantFrom('left' as const, 'right' as const), { maxLength: 300 });

function cardsOnPage(start: number, total: number): number[] {
  return Array.from({ length: total }, (_, index) => index).filter((index) => isOnPage(index, start));
}

test('with five cards, right shows the fifth alone and then the first four again', () => {
  expect(cardsOnPage(0, 5)).toEqual([0, 1, 2, 3]);
  expect(cardsOnPage(nextPageStart(0, 5), 5)).toEqual([4]);
  expect(nextPageStart(4, 5)).toBe(0);
});

test('with five cards, left from the first page shows the fifth alone', () => {
  expect(cardsOnPage(previousPageStart(0, 5), 5)).toEqual([4]);
  expect(previousPageStart(4, 5)).toBe(0);
});

test('with eight cards, left from the first page shows the last four, not an empty page', () => {
  expect(cardsOnPage(previousPageStart(0, 8), 8)).toEqual([4, 5, 6, 7]);
});

test('without any card both arrows stay at the start', () => {
  expect(nextPageStart(0, 0)).toBe(0);
  expect(previousPageStart(0, 0)).toBe(0);
});

test('a page is never empty, for any number of cards and any walk', () => {
  fc.assert(
    fc.property(totals, walks, (total, walk) => {
      let start = 0;
      for (const direction of walk) {
        start = STEPS[direction](start, total);
        const cards = cardsOnPage(start, total);
        expect(cards.length).toBeGreaterThanOrEqual(1);
        expect(cards.length).toBeLessThanOrEqual(CARDS_PER_PAGE);
      }
    }),
  );
});

test('every card is reached by going one way only, whichever way that is', () => {
  fc.assert(
    fc.property(totals, fc.constantFrom('left' as const, 'right' as const), (total, direction) => {
      const seen = new Set<number>();
      let start = 0;
      do {
        for (const card of cardsOnPage(start, total)) seen.add(card);
        start = STEPS[direction](start, total);
      } while (start !== 0);
      expect(seen.size).toBe(total);
    }),
  );
});

test('left undoes right, and right undoes left', () => {
  fc.assert(
    fc.property(totals, walks, (total, walk) => {
      const start = walk.reduce((at, direction) => STEPS[direction](at, total), 0);
      expect(previousPageStart(nextPageStart(start, total), total)).toBe(start);
      expect(nextPageStart(previousPageStart(start, total), total)).toBe(start);
    }),
  );
});
