import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { execCompose } from 'docker-compose';
import { findFreePort } from '../../scripts/loopback.ts';

const TOP = resolve(import.meta.dirname, '../..');
const PROJECT = `portfolio-test-${process.pid}`;

export interface Stack {
  /** Where Caddy answers, by http and by https. */
  http: string;
  https: string;
  studio: string;
  /** Runs `docker compose` on this stack. Gives its standard output. @throws Error with all it printed if it fails */
  compose(words: string[], variables?: Record<string, string>): Promise<string>;
  /** `docker compose up`, of these services or of all, until they are healthy. */
  up(words?: string[], variables?: Record<string, string>): Promise<void>;
  /** With its volumes and images. */
  remove(): Promise<void>;
  /** Names of the running containers of a service. */
  containersOf(service: string): Promise<string[]>;
  /** One line per row, columns separated by `|`. */
  query(sql: string): Promise<string[]>;
}

/** A stack of the files in this repository, beside any other on this machine. Starts nothing. */
export async function createStack(): Promise<Stack> {
  const [http, https, studio] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
  const own = { HTTP_PORT: `${http}`, HTTPS_PORT: `${https}`, STUDIO_PORT: `${studio}` };

  async function compose([command = '', ...words]: string[], variables: Record<string, string> = {}): Promise<string> {
    // The package decodes the output in pieces, and a letter of two bytes may be split.
    const printed: Buffer[] = [];
    const { err, exitCode } = await execCompose(command, words, {
      callback: (chunk, source) => void (source === 'stdout' && printed.push(chunk)),
      cwd: TOP,
      composeOptions: ['--project-name', PROJECT, '--env-file', 'deploy/test/test.env', '--profile', 'studio'],
      env: { ...withoutOurs(process.env), ...own, ...variables },
    }).catch((failed: unknown) => {
      // The package rejects with its result, which is no Error.
      throw new Error(`docker compose ${[command, ...words].join(' ')}\n${explain(failed)}`);
    });
    const out = Buffer.concat(printed).toString();
    if (exitCode !== 0) throw new Error(`docker compose ${command} ended with ${exitCode}\n${out}\n${err}`);
    return out;
  }

  return {
    http: `http://localhost:${http}`,
    https: `https://localhost:${https}`,
    studio: `http://127.0.0.1:${studio}`,
    compose,
    async up(words = ['db', 'server', 'client'], variables) {
      await compose(['up', '--detach', '--wait', ...words], variables);
    },
    async remove() {
      await compose(['down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '10']);
    },
    async containersOf(service) {
      return lines(await compose(['ps', '--format', '{{.Name}}', service])).toSorted();
    },
    async query(sql) {
      const psql = ['psql', '-U', 'portfolio_site', '-d', 'portfolio', '--no-align', '--tuples-only', '-c', sql];
      return lines(await compose(['exec', '-T', 'db', ...psql]));
    },
  };
}

/** Runs `docker`, for what Compose cannot do. Gives its standard output. */
export async function docker(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('docker', words);
  return stdout;
}

/** Variables that docker-compose.yml reads may be set for something else. */
function withoutOurs(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours =
    /^(VITE_|DOMAIN$|SITE_URL$|DATABASE_URL$|CORS_ORIGINS$|SENDER_LIMIT|MESSAGE_RETENTION_DAYS$|NOTIFY_|LOG_LEVEL$|COMPOSE_)/;
  return Object.fromEntries(Object.entries(source).filter(([name]) => !ours.test(name)));
}

function lines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '');
}

function explain(failed: unknown): string {
  if (typeof failed !== 'object' || failed === null) return String(failed);
  const texts = [
    'out' in failed ? failed.out : '',
    'err' in failed ? failed.err : '',
    failed instanceof Error ? failed.message : '',
  ];
  return texts.filter(Boolean).join('\n');
}
