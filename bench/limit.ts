import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { cacheFile } from '../scripts/project.mjs';
import { run } from '../scripts/run.mjs';

/** As the peers insert: the same table, a row of the same size. */
const INSERT = `INSERT INTO messages (id, name, email, text, fingerprint)
VALUES (gen_random_uuid(), 'Ana Souza', 'ana.souza@example.com',
'Olá! Vi o seu portfólio e gostei muito do projeto de pixel art. Podemos conversar sobre uma vaga? Mensagem 000000000000',
sha256(gen_random_uuid()::text::bytea))`;

export interface Limit {
  name: string;
  /** Gives inserts per second. */
  run(url: string, clients: number, seconds: number): Promise<number>;
}

/** pgbench; without it a loop of node-postgres clients, which needs more processor time: the report says which. */
export async function findLimit(): Promise<Limit> {
  for (const program of pgbenchPlaces()) {
    const version = await run(program, ['--version'], { limitMs: 10_000 }).catch(() => undefined);
    if (version !== undefined) return { name: version.trim(), run: (...args) => runPgbench(program, ...args) };
  }
  return { name: 'node-postgres in a loop (no pgbench on this machine)', run: runLoop };
}

function pgbenchPlaces() {
  // On Debian only the newest version is on the path.
  const debian = '/usr/lib/postgresql';
  const versions = readDirectory(debian).sort((a, b) => Number(b) - Number(a));
  return [...versions.map((version) => join(debian, version, 'bin/pgbench')), 'pgbench'];
}

function readDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

async function runPgbench(program: string, url: string, clients: number, seconds: number): Promise<number> {
  const script = cacheFile('bench-insert.sql');
  writeFileSync(script, `${INSERT.replaceAll('\n', ' ')};\n`);
  const threads = Math.min(clients, 2);
  const printed = await run(program, [
    ...['-n', '-M', 'prepared', '-c', String(clients), '-j', String(threads), '-T', String(seconds), '-f', script],
    url,
  ]);
  const perSecond = /tps = ([\d.]+) \(without/.exec(printed)?.[1];
  if (perSecond === undefined) throw new Error(`pgbench printed no figure:\n${printed}`);
  return Number(perSecond);
}

async function runLoop(url: string, clients: number, seconds: number): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const end = performance.now() + seconds * 1000;
  const counts = await Promise.all(
    connections.map(async (client) => {
      let count = 0;
      for (; performance.now() < end; count += 1) await client.query({ name: 'insert', text: INSERT });
      return count;
    }),
  );
  await Promise.all(connections.map((client) => client.end()));
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}
