import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DELAY_MS } from '../../outbox/stores.ts';
import { secondsLeft, untilNextSecond } from './countdown.tsx';

test('the countdown shows 5, 4, 3, 2, 1 and is over, one second each', () => {
  const shown = [5000, 4000, 3000, 2000, 1000, 0].map(secondsLeft);
  expect(shown).toEqual([5, 4, 3, 2, 1, 0]);
});

test('a second lasts until it is over', () => {
  expect(secondsLeft(4999)).toBe(5);
  expect(secondsLeft(4001)).toBe(5);
  expect(secondsLeft(1)).toBe(1);
});

test('a timer that fires a hair early still moves the countdown on', () => {
  expect(secondsLeft(4000.3)).toBe(4);
  expect(secondsLeft(0.4)).toBe(0);
});

test('a timer that comes minutes late ends the countdown', () => {
  expect(secondsLeft(-120_000)).toBe(0);
});

test('from any moment, waiting as told shows exactly the next lower number', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: DELAY_MS, noNaN: true }), (remaining) => {
      const wait = untilNextSecond(remaining);
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(secondsLeft(remaining - wait)).toBe(secondsLeft(remaining) - 1);
    }),
  );
});
