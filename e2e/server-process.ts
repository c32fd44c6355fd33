/** The real server as a process of its own that a test can stop, kill and start again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort, LOOPBACK } from '../scripts/loopback.ts';

const ENTRY = fileURLToPath(new URL('../server/dist/index.js', import.meta.url));
export const SITE_DIR = fileURLToPath(new URL('../client/dist-e2e', import.meta.url));
const START_LIMIT_MS = 60_000;
const POLL_MS = 50;

export interface ServerProcess {
  /** The same after every restart. */
  readonly port: number;
  /** Unless it runs; waits until it and its database answer. */
  start(): Promise<void>;
  /** Tells it to stop as Ctrl-C does, and waits until it has ended. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/**
 * On a free port of the loopback interface; `start` it. The server may migrate and fill the database of `databaseUrl`.
 * @param variables settings that differ from the default
 */
export async function prepareServer(
  databaseUrl: string,
  variables: Record<string, string> = {},
): Promise<ServerProcess> {
  // Chosen here, because it must stay the same after a restart.
  const port = await findFreePort();
  let child: ChildProcess | null = null;
  let log = '';

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (child === null || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  return {
    port,
    async start() {
      if (child !== null && !hasEnded(child)) return;
      const started = spawn(process.execPath, [ENTRY], {
        // Nothing else: a developer's own .env or shell must not change what is tested.
        env: {
          PATH: process.env['PATH'],
          HOST: LOOPBACK,
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          SITE_DIR,
          ...variables,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          log += chunk.toString();
        });
      }
      const giveUpAt = Date.now() + START_LIMIT_MS;
      while (!(await isHealthy(port))) {
        if (hasEnded(started)) throw new Error(`The server ended while starting:\n${log}`);
        if (Date.now() > giveUpAt) throw new Error(`The server did not answer in ${START_LIMIT_MS} ms:\n${log}`);
        await pause(POLL_MS);
      }
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${LOOPBACK}:${port}/health`, { signal: AbortSignal.timeout(5_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
