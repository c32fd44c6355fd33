/**
 * The real server as a process of its own, as the owner runs it, that a test can stop, kill, freeze and start again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort, LOOPBACK } from '../scripts/loopback.ts';
import { EMAILJS_ORIGIN } from './emailjs-counterpart.ts';

const ENTRY = fileURLToPath(new URL('../server/dist/index.js', import.meta.url));
/** The site that is tested: all files that a host would serve. */
export const SITE_DIR = fileURLToPath(new URL('../client/dist-e2e', import.meta.url));
const START_LIMIT_MS = 60_000;
const POLL_MS = 50;

export interface ServerProcess {
  /** The same through every restart. */
  readonly port: number;
  /** Everything it printed so far, over all its starts. */
  readonly log: string;
  /** Starts it unless it runs, and waits until it answers and its database too. */
  start(): Promise<void>;
  /** Asks it to stop as Ctrl-C would, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it without a chance to tidy up. */
  kill(): Promise<void>;
  /** The process stays and its port stays open, but nothing answers until `thaw`. Not on Windows, which has no such signal. */
  freeze(): void;
  thaw(): void;
}

/**
 * Prepares a server on a free port of the loopback interface; `start` it.
 *
 * @param databaseUrl the connection string of a database that the server may migrate and fill
 * @param variables more of the server's variables, for a test that needs other settings than the default
 */
export async function prepareServer(
  databaseUrl: string,
  variables: Record<string, string> = {},
): Promise<ServerProcess> {
  // The server must find the same one again after a restart, so it cannot choose its own.
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
    get log() {
      return log;
    },
    async start() {
      if (child !== null && !hasEnded(child)) return;
      const started = spawn(process.execPath, [ENTRY], {
        // Only what is named here: a developer's own .env or shell must not change what is tested.
        env: {
          PATH: process.env['PATH'],
          HOST: LOOPBACK,
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          SITE_DIR,
          VITE_EMAILJS_ORIGIN: EMAILJS_ORIGIN,
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
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
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
