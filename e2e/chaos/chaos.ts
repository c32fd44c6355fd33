/**
 * `npm run test:chaos`: real Chromium, server and PostgreSQL, and a thousand random runs of accidents. Every message
 * whose visitor was told 'Mensagem enviada!' must be in the database, exactly once and byte for byte. Its e-mail must
 * be sent at least once, and again only if an answer may have got lost.
 */
import { parseArgs } from 'node:util';
import { findFaults, play, type Verdict } from './play.ts';
import { drawScript } from './script.ts';
import { openWorld } from './world.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' }, worlds: { type: 'string', default: '2' } },
});
const isReplay = values.seed !== undefined && values.runs === undefined;
const firstSeed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) * 1000 : Number(values.seed);
const runs = isReplay ? 1 : Number(values.runs ?? 1000);
const lastSeed = firstSeed + runs - 1;
const numberOfWorlds = Number(values.worlds);
if (![runs, numberOfWorlds, firstSeed + 1].every((value) => Number.isSafeInteger(value) && value > 0)) {
  throw new Error('--runs, --worlds and --seed take a whole number.');
}

const startedAt = Date.now();
const verdicts: Verdict[] = [];
let nextSeed = firstSeed;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isStopped = true;
    process.exitCode = 130;
  });
}

async function playSeeds() {
  const world = await openWorld();
  try {
    while (nextSeed <= lastSeed && !isStopped) {
      const seed = nextSeed;
      nextSeed += 1;
      const verdict = await play(drawScript(seed), world);
      verdicts.push(verdict);
      const faults = findFaults(verdict);
      if (faults.length > 0) await world.forgetBrowser();
      if (faults.length > 0 || isReplay) {
        console.log([`Seed ${seed}: ${faults.join(', ') || 'as it should be'}`, ...verdict.story].join('\n  '));
      }
      if (verdicts.length % 50 === 0) console.log(`${verdicts.length} runs, ${seconds()} s`);
    }
  } catch (error) {
    isStopped = true;
    throw error;
  } finally {
    await world.close();
  }
}

function seconds(): number {
  return Math.round((Date.now() - startedAt) / 1000);
}

function count(isWanted: (verdict: Verdict) => boolean): number {
  return verdicts.filter(isWanted).length;
}

console.log(`Seeds ${firstSeed} to ${lastSeed}.`);
const worlds = await Promise.allSettled(Array.from({ length: Math.min(runs, numberOfWorlds) }, playSeeds));
for (const world of worlds) {
  if (world.status === 'rejected') throw world.reason;
}

const told = count(({ wasTold }) => wasTold);
const untold = verdicts.length - told;
const bad = verdicts.filter((verdict) => findFaults(verdict).length > 0).map(({ seed }) => seed);
console.log(`
${verdicts.length} runs in ${seconds()} s, seeds ${firstSeed} to ${lastSeed}
lost: ${count(({ wasTold, rows }) => wasTold && rows === 0)}
doubled: ${count(({ rows }) => rows > 1)}
changed on the way: ${count(({ isExact }) => !isExact)}
not e-mailed: ${count(({ wasTold, emails }) => wasTold && emails === 0)}
e-mailed more than once: ${count(({ emails, mayLoseAnswer }) => emails > 1 && !mayLoseAnswer)}
e-mailed more than once where an answer may have got lost: ${count(({ emails, mayLoseAnswer }) => emails > 1 && mayLoseAnswer)} (EmailJS knows no idempotency)
left in the browser: ${count(({ leftovers }) => leftovers.length > 0)}
browser killed before the visitor was told: ${untold}, of these not stored: ${count(({ wasTold, rows }) => !wasTold && rows === 0)} (nothing was promised yet)
${bad.length === 0 ? 'All as it should be.' : `Bad seeds: ${bad.join(', ')}. Replay one with: npm run test:chaos -- --seed ${bad[0]}`}`);
if (bad.length > 0) process.exitCode = 1;
