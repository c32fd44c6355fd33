import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { buildSite } from '../scripts/prepare.mjs';
import { cacheFile, TOP } from '../scripts/project.mjs';
import { CommandFailed, endProcess, runNode } from '../scripts/run.mjs';
import { step } from '../scripts/steps.mjs';
import { atStop, stop } from '../scripts/stopping.mjs';

/** Bundled with all packages, as the server's image is. */
const PEERS = ['fastify-pg', 'express-prisma', 'express-pg', 'no-work'];

const SERVER = 'server';

function folderOf(name: string): string {
  return cacheFile(join('bench', name));
}

export async function buildPrograms(peers = PEERS): Promise<void> {
  await buildSite();
  await step(peers.length > 0 ? 'Building the server and its peers' : 'Building the server', async () => {
    rmSync(folderOf(''), { recursive: true, force: true });
    await runNode(['deploy/build-server.mjs', folderOf(SERVER)]);
    const { build } = await import('vite');
    for (const name of peers) {
      await build({
        configFile: false,
        root: join(TOP, 'bench'),
        logLevel: 'error',
        build: {
          ssr: true,
          target: 'node20',
          outDir: folderOf(name),
          emptyOutDir: true,
          rolldownOptions: { input: { index: join(TOP, `bench/peers/${name}.mjs`) }, external: ['pg-native'] },
        },
        ssr: { noExternal: true },
      });
      writeFileSync(join(folderOf(name), 'package.json'), '{ "type": "module" }\n');
    }
  });
}

/** Bytes of a program's bundle; for this server with its migrations. */
export function bytesShipped(name: string): number {
  return readdirSync(folderOf(name), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

interface Usage {
  cpuUs: number;
  rssBytes: number;
}

export interface Running {
  port: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Starts a measured program: a peer, or `server`. */
export function startProgram(name: string, port: number, env: Record<string, string>): Running {
  const file = join(folderOf(name), name === SERVER ? 'server/dist/index.js' : 'index.js');
  const child = fork(file, {
    execArgv: ['--import', new URL('./usage.mjs', import.meta.url).href],
    // Writing the log costs time too: it is written, but discarded.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: 'production' },
  });
  const forget = atStop(() => endProcess(child));
  let printed = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  let stopping = false;
  child.once('exit', (code) => {
    forget();
    if (stopping) return;
    process.stderr.write(`\n${name} ended with exit code ${code}:\n${printed}\n`);
    void stop(1);
  });
  return {
    port,
    usage: () =>
      new Promise((done) => {
        child.once('message', ({ cpu, rss }: { cpu: NodeJS.CpuUsage; rss: number }) =>
          done({ cpuUs: cpu.user + cpu.system, rssBytes: rss }),
        );
        child.send('usage');
      }),
    async stop() {
      stopping = true;
      await endProcess(child);
    },
  };
}

/** For a load of many senders behind a proxy. */
export function serverSettings(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    SITE_DIR: join(TOP, 'client/dist'),
    TRUST_PROXY: '1',
    SENDER_LIMIT: '1000000',
    MESSAGE_RETENTION_DAYS: '0',
  };
}

/** Sends a message until it is stored. Gives the time of its 201, by `performance.now()`. @param id its key */
export async function firstMessage(port: number, id: string): Promise<number> {
  const body = JSON.stringify({
    name: 'Ana Souza',
    email: 'ana.souza@example.com',
    text: 'Olá! A primeira mensagem depois do início.',
  });
  const head = `POST /save-message HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nIdempotency-Key: "${id}"\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  for (let tries = 0; tries < 10_000; tries += 1) {
    const answer = await new Promise((done) => {
      const socket = createConnection({ host: '127.0.0.1', port }, () => socket.write(head + body));
      socket.once('data', (data) => {
        done(data.toString('latin1', 9, 12));
        socket.destroy();
      });
      socket.once('error', () => done(undefined));
      socket.once('close', () => done(undefined));
    });
    if (answer === '201') return performance.now();
    await new Promise((done) => setTimeout(done, 2));
  }
  throw new CommandFailed(`Nobody stored a message at port ${port}.`);
}

export function versionOf(name: string): string {
  const file = join(TOP, 'node_modules', name, 'package.json');
  return existsSync(file) ? String(JSON.parse(readFileSync(file, 'utf8')).version) : 'not installed';
}
