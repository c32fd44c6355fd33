import { existsSync } from 'node:fs';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { explainFault } from './fault.ts';
import { runTool } from './run-tool.ts';

/**
 * Settings of the running server. They go through a shell inside pg_ctl, so none may hold a blank or a quote.
 * TCP on this machine only, since node-postgres has no Unix sockets on Windows; and no visitor's text in the log when a statement fails.
 */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'log_checkpoints=off',
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
];

/** Reads postmaster.pid, whether or not that process still lives; undefined when there is none to be read, or it is just being written. */
export async function readPostmasterFile(cluster: Cluster): Promise<{ pid: number; port: number } | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '');
  const [pid, , , port] = text.split('\n').map(Number);
  return pid && port ? { pid, port } : undefined;
}

/**
 * Starts PostgreSQL in a session of its own, which no Ctrl-C of our terminal reaches, and waits until it answers.
 *
 * @returns how that went; `later` and `port taken` are worth another try
 * @throws OperatorError
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
  // After a kill -9 of the postmaster its backends need a moment to notice; after a long crash recovery it is not up in time.
  if (/shared memory block .* is still in use|did not start in time/.test(log + output)) return 'later';
  throw explainFault(`${output}\n${log.trim()}`, cluster.folder);
}

/**
 * Stops PostgreSQL within three seconds: properly if that is quick, otherwise at once, which loses no committed row either.
 * pg_ctl does not do the waiting: it would take a server that somebody starts meanwhile for the one that is to stop.
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
  return runTool(binaries.pg_ctl, [...args, '-s', '-D', data], { cwd: folder, account });
}

function pidFile(cluster: Cluster): string {
  return join(cluster.data, 'postmaster.pid');
}

/**
 * PostgreSQL takes any living process of its user with the id in postmaster.pid for itself, and refuses to start. After a reboot, or in a container,
 * that id may belong to anyone, or to a zombie that nobody reaps. Where the system proves that it is no PostgreSQL of this folder, the file can go:
 * should orphaned backends still be at work, PostgreSQL finds their shared memory without it.
 */
async function isProvenStale(pid: number, { data, folder }: Cluster): Promise<boolean> {
  if (process.platform === 'win32') return false; // there PostgreSQL asks the process itself, and is never mistaken
  // A postmaster's working folder is its data directory. A zombie has none.
  if (existsSync('/proc/self/cwd')) {
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) !== (await realpath(data));
  }
  const ps = ['-p', String(pid), '-o', 'stat=', '-o', 'comm='];
  const { isDone, output } = await runTool('/bin/ps', ps, { cwd: folder, account: undefined });
  return !isDone || output.startsWith('Z') || !output.endsWith('postgres');
}
