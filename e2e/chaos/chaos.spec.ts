import { expect, test } from '@playwright/test';
import { findFaults, play } from './play.ts';
import { drawScript, EVERYTHING, whatHappensIn } from './script.ts';
import { openWorld } from './world.ts';

/** The short form of `npm run test:chaos`: the first seeds by which everything happens at least once. */
const SEEDS = chooseSeeds();

function chooseSeeds(): number[] {
  const missing = new Set(EVERYTHING);
  const seeds: number[] = [];
  for (let seed = 1; missing.size > 0; seed += 1) {
    const happening = whatHappensIn(drawScript(seed)).filter((what) => missing.delete(what));
    if (happening.length > 0) seeds.push(seed);
  }
  return seeds;
}

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
