import { existsSync } from 'node:fs';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { explainFault, runTool } from './run-tool.ts';

// pg_ctl passes these through a shell: none may contain a blank or a quote.
// TCP, as node-postgres has no Unix sockets on Windows. A failed statement must not put a visitor's text into the log.
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'log_checkpoints=off',
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
];

/** Reads postmaster.pid, whether or not that process lives; undefined if the file is missing or incomplete. */
export async function readPostmasterFile(cluster: Cluster): Promise<{ pid: number; port: number } | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '');
  const [pid, , , port] = text.split('\n').map(Number);
  return pid && port ? { pid, port } : undefined;
}

/**
 * Starts PostgreSQL in its own session, which no Ctrl-C of our terminal reaches, and waits until it answers.
 * `later` and `port taken` are worth another try. @throws OperatorError if another try would not help
 */
export async function startPostmaster(cluster: Cluster, port: number): Promise<'started' | 'later' | 'port taken'> {
  const readLog = () => readFile(cluster.logFile, 'utf8').catch(() => '');
  const before = (await readLog()).length;
  const options = [`port=${port}`, ...SETTINGS].map((setting) => `-c ${setting}`).join(' ');
  const { isDone, output } = await pgCtl(cluster, ['start', '-w', '-l', cluster.logFile, '-o', options]);
  if (isDone) return 'started';

  const log = (await readLog()).slice(before);
  if (/could not bind|could not create any TCP\/IP sockets/.test(log)) return 'port taken';
  if (/lock file ".*" already exists/.test(log)) {
    const found = await readPostmasterFile(cluster);
    if (found && (await isProvenStale(found.pid, cluster))) await rm(pidFile(cluster), { force: true });
    return 'later';
  }
  // The backends of a killed postmaster end a moment later. A crash recovery may take longer than pg_ctl waits.
  if (/shared memory block .* is still in use|did not start in time/.test(log + output)) return 'later';
  throw explainFault(`${output}\n${log.trim()}`, cluster.folder);
}

/**
 * Stops PostgreSQL within three seconds: `fast`, then `immediate`, which loses no committed row either.
 * pg_ctl does not wait: it could mistake a server that somebody starts meanwhile for the one that stops.
 */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const pid = (await readPostmasterFile(cluster))?.pid;
  for (const [mode, limitMs] of [['fast', 2_000] as const, ['immediate', 500] as const]) {
    await pgCtl(cluster, ['stop', '-W', '-m', mode]);
    for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(20)) {
      if ((await readPostmasterFile(cluster))?.pid !== pid) return;
    }
  }
}

function pgCtl({ binaries, data, folder, account }: Cluster, args: string[]) {
  return runTool(binaries.pg_ctl, [...args, '-s', '-D', data], folder, account);
}

function pidFile(cluster: Cluster): string {
  return join(cluster.data, 'postmaster.pid');
}

/**
 * PostgreSQL refuses to start while a process of its user has the id in postmaster.pid. After a reboot, or in a
 * container, that may be an unrelated process or a zombie. Orphaned backends are found by their shared memory as well.
 */
async function isProvenStale(pid: number, { data, folder }: Cluster): Promise<boolean> {
  if (process.platform === 'win32') return false; // there PostgreSQL checks the process itself
  // A postmaster's working directory is its data directory. A zombie has none.
  if (existsSync('/proc/self/cwd')) {
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) !== (await realpath(data));
  }
  const ps = ['-p', String(pid), '-o', 'stat=', '-o', 'comm='];
  const { isDone, output } = await runTool('/bin/ps', ps, folder);
  return !isDone || output.startsWith('Z') || !output.endsWith('postgres');
}
