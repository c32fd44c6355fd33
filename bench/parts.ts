import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../scripts/loopback.ts';
import { CommandFailed } from '../scripts/run.mjs';
import { type BenchDatabase, fill } from './database.ts';
import type { Limit } from './limit.ts';
import { type Measured, measureLoad } from './load-runner.ts';
import { bytesShipped, firstMessage, type Running, serverSettings, startProgram } from './programs.ts';

export interface Extent {
  rounds: number;
  starts: number;
  warmupMs: number;
  durationMs: number;
  sizes: number[];
}

interface Bench {
  extent: Extent;
  database: BenchDatabase;
  limit: Limit;
}

export type Figures = Omit<Measured, 'ids'>;

interface LoadLevel {
  connections: number;
  /** By program, round by round. */
  rounds: Record<string, Figures[]>;
  /** Inserts per second. */
  limit: number[];
}

const CONNECTIONS = [1, 16, 128];
/** The connections at which growth is measured. */
const MANY = 128;
const KEPT = { oldestDays: 300, newestDays: 1 };
/** After this time without requests, memory counts as memory at rest. */
const REST_MS = 3_000;

async function startOn(name: string, url: string): Promise<Running> {
  const env = name === 'server' ? serverSettings(url) : { DATABASE_URL: url };
  const program = startProgram(name, await findFreePort(), env);
  await firstMessage(program.port, randomUUID());
  return program;
}

/** Loads a program, and looks in its database for every message answered with 201. */
async function load(
  { extent: { warmupMs, durationMs }, database }: Bench,
  { program, url, connections }: { program: Running; url: string | null; connections: number },
): Promise<Figures> {
  const { ids, ...figures } = await measureLoad(program, { port: program.port, connections, warmupMs, durationMs });
  if (url !== null) {
    const sql = 'SELECT count(*)::int AS stored FROM messages WHERE id = ANY($1::uuid[])';
    const [row] = await database.query<{ stored: number }>(url, sql, [ids]);
    if (row?.stored !== ids.length) {
      throw new CommandFailed(
        `${ids.length - (row?.stored ?? 0)} of ${ids.length} messages that were answered with 201 are not in the database.`,
      );
    }
  }
  const others = Object.entries(figures.others);
  if (others.length > 0) say(`  other answers: ${others.map(([status, count]) => `${status} × ${count}`).join(', ')}`);
  return figures;
}

async function clear({ database }: Bench, url: string): Promise<void> {
  await database.query(url, 'TRUNCATE messages');
  await database.query(url, 'CHECKPOINT');
}

function runLimit({ extent, limit }: Bench, url: string, connections: number): Promise<number> {
  return limit.run(url, connections, Math.max(1, Math.round(extent.durationMs / 1000)));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** This server and its peers at 1, 16 and 128 connections, and the limit. */
export async function measureLevels(bench: Bench) {
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
  const levels: LoadLevel[] = CONNECTIONS.map((connections) => ({
    connections,
    rounds: Object.fromEntries(names.map((name) => [name, []])),
    limit: [],
  }));
  const generator = [];
  for (const connections of CONNECTIONS) {
    const { perSecond, busy } = await load(bench, { program: noWork, url: null, connections });
    generator.push({ connections, perSecond, busy });
  }
  await noWork.stop();
  for (let round = 0; round < extent.rounds; round += 1) {
    for (const { connections, rounds, limit: limits } of levels) {
      // Every second round in reverse, so that no program always runs after the same one.
      for (const { name, url, program } of round % 2 === 0 ? running : running.toReversed()) {
        await clear(bench, url);
        const figures = await load(bench, { program, url, connections });
        rounds[name]?.push(figures);
        say(
          `round ${round + 1}, ${connections} connections, ${name}: ${Math.round(figures.perSecond)}/s, p50 ${figures.ms.p50.toFixed(2)} ms, p99 ${figures.ms.p99.toFixed(1)} ms, ${Math.round(figures.cpuUs)} µs each, generator ${Math.round(figures.busy * 100)} % of a core, machine ${Math.round(figures.machineBusy * 100)} %`,
        );
      }
      await clear(bench, limitUrl);
      const perSecond = await runLimit(bench, limitUrl, connections);
      limits.push(perSecond);
      say(`round ${round + 1}, ${connections} connections, ${limit.name}: ${Math.round(perSecond)}/s`);
    }
  }
  for (const { program } of running) await program.stop();
  return { levels, generator };
}

/** From process start to the first 201, memory at rest after it, and the bytes that each program is. */
export async function measureStarts({ extent, database }: Bench) {
  const names = ['server', 'express-pg', 'fastify-pg', 'express-prisma'];
  const url = await database.create('starts');
  const starts: Record<string, { ms: number[]; restBytes: number[]; shippedBytes: number }> = Object.fromEntries(
    names.map((name) => [name, { ms: [], restBytes: [], shippedBytes: bytesShipped(name) }]),
  );
  for (let round = 0; round < extent.starts; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const port = await findFreePort();
      const startedAt = performance.now();
      const program = startProgram(name, port, name === 'server' ? serverSettings(url) : { DATABASE_URL: url });
      starts[name]?.ms.push((await firstMessage(program.port, randomUUID())) - startedAt);
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

/** This server, and the limit, with more and more messages stored. */
export async function measureGrowth(bench: Bench) {
  const { extent, database } = bench;
  const sizes = [];
  for (const rows of extent.sizes) {
    say(`storing ${rows} messages`);
    const url = await database.create(`growth_${rows}`);
    await fill(database, url, rows, KEPT);
    const limitUrl = await database.create(`growth_${rows}_limit`, `growth_${rows}`);
    const results: { rows: number; figures: Figures[]; limit: number[] } = { rows, figures: [], limit: [] };
    sizes.push({ url, limitUrl, program: await startOn('server', url), results });
  }
  for (let round = 0; round < extent.rounds; round += 1) {
    for (const { url, limitUrl, program, results } of round % 2 === 0 ? sizes : sizes.toReversed()) {
      await database.query(url, 'CHECKPOINT');
      const figures = await load(bench, { program, url, connections: MANY });
      results.figures.push(figures);
      await database.query(limitUrl, 'CHECKPOINT');
      const limit = await runLimit(bench, limitUrl, MANY);
      results.limit.push(limit);
      say(
        `round ${round + 1}, ${results.rows} stored: ${Math.round(figures.perSecond)}/s, p99 ${figures.ms.p99.toFixed(1)} ms; limit ${Math.round(limit)}/s`,
      );
    }
  }
  for (const { program } of sizes) await program.stop();
  return sizes.map(({ results }) => results);
}
