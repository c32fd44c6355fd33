import { expect, test } from '@playwright/test';
import { findFaults, play } from './play.ts';
import { drawScript } from './script.ts';
import { openWorld } from './world.ts';

/** The short form of `npm run test:chaos`, always on the same seeds. */
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

test('whatever happens on the way, a message that is said to be sent arrives once, and unchanged', async () => {
  test.setTimeout(15 * 60_000);
  const world = await openWorld();
  try {
    for (const seed of SEEDS) {
      const verdict = await play(drawScript(seed), world);
      expect(findFaults(verdict), `seed ${seed}:\n${verdict.story.join('\n')}`).toEqual([]);
    }
  } finally {
    await world.close();
  }
});
