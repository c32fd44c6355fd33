import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startScript } from '../e2e/script-process.ts';
import { startEmbeddedPostgres } from '../server/src/embedded-postgres.ts';
import { migrate } from '../server/src/migrate.ts';
import { checkEnvFile, doctor } from './doctor.ts';
import { listenOnLoopback } from './loopback.ts';
import { TOP } from './project.mjs';

/** Created by the database: for root, a folder of mode 700 would send it to /var/lib. */
let dataDir: string;
let leftovers: (() => unknown)[];

beforeEach(() => {
  dataDir = join(tmpdir(), `portfolio-doctor-${randomUUID()}`);
  leftovers = [];
});

afterEach(async () => {
  for (const end of leftovers.reverse()) await end();
  rmSync(dataDir, { recursive: true, force: true });
});

async function runDoctor() {
  const { ended, printed } = startScript('doctor', [], { DATA_DIR: dataDir });
  return { code: await ended, printed: printed() };
}

/** In this process, because starting the script takes half a second of processor time. */
async function runDoctorHere(variables: Record<string, string> = {}, values = {}) {
  const { env } = process;
  const { PATH = '' } = env;
  process.env = { PATH, PORTFOLIO_NO_ENV_FILE: '1', DATA_DIR: dataDir, ...variables };
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await doctor({ values });
    return { code: process.exitCode ?? 0, printed: print.mock.calls.map(([text]) => text).join('') };
  } finally {
    print.mockRestore();
    process.exitCode = undefined;
    process.env = env;
  }
}

async function startDatabase() {
  const postgres = await startEmbeddedPostgres(dataDir);
  leftovers.push(() => postgres.stop());
  return postgres;
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

describe('npm run doctor', () => {
  it('finds nothing broken but that there is no database, and makes none', async () => {
    const { code, printed } = await runDoctor();
    expect(printed).toMatch(/\nQuebrado: 1\. A olhar: \d\.\n$/);
    expect(printed).toContain(`✖ Não há banco de dados em ${dataDir}, e nenhum foi criado.`);
    expect(code).toBe(1);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('names every variable that does not fit, and what was expected', async () => {
    const { code, printed } = await runDoctorHere({
      TRUST_PROXY: 'yes',
      MESSAGE_RETENTION_DAYS: '7',
      VITE_EMAILJS_SERVICE_ID: 'service',
    });
    expect(code).toBe(1);
    expect(printed).toMatch(/^✖ TRUST_PROXY: expected .* given "yes"/m);
    expect(printed).toMatch(/^✖ MESSAGE_RETENTION_DAYS: expected .* given "7"/m);
    expect(printed).toMatch(/^✖ VITE_EMAILJS_TEMPLATE_ID and VITE_EMAILJS_PUBLIC_KEY are missing/m);
    expect(printed).toMatch(/\nQuebrado: 3\./);
  });

  it('says what is in a database that runs, and what is pending before', async () => {
    const { url } = await startDatabase();
    const doctorOf = (variables = {}) => runDoctorHere({ DATABASE_URL: url, ...variables });
    expect((await doctorOf()).printed).toMatch(/^✖ Faltam ao banco de dados estas migrações: \d+_create_messages, /m);

    await migrate(url, `${TOP}prisma/migrations`);
    await query(
      url,
      `INSERT INTO messages (name, email, text, fingerprint, status, created_at) VALUES
       ('Ana', 'a@b.co', 'x', '', 'new', '2026-11-01T12:00:00Z'), ('Ana', 'a@b.co', 'x', '', 'new', '2026-11-02T12:00:00Z'),
       ('Ana', 'a@b.co', 'x', '', 'read', '2026-11-03T12:00:00Z'), ('Ana', 'a@b.co', 'x', '', 'spam', '2026-11-04T12:00:00Z')`,
    );
    const kept = await doctorOf({ MESSAGE_RETENTION_DAYS: '0' });
    expect(kept.code).toBe(0);
    expect(kept.printed).toMatch(
      /4 mensagens: 2 por ler, 1 no spam; a última chegou em 2026-11-04T12:00:00\.000Z; o banco ocupa \d+ MB/,
    );
    expect(kept.printed).toMatch(/^✔ as mensagens ficam para sempre/m);

    await query(url, "UPDATE messages SET created_at = now() - interval '50 days' WHERE status = 'spam'");
    expect((await doctorOf({ MESSAGE_RETENTION_DAYS: '40' })).printed).toMatch(
      /^! as mensagens são apagadas após 40 dias, e 1 já passaram disso; ficam até .*relógio.*\n {2}→ .*purge --older-than 40d/m,
    );

    await query(url, 'INSERT INTO retention_clock (trusted_at, seen_at) VALUES (now(), now())');
    expect((await doctorOf({ MESSAGE_RETENTION_DAYS: '40' })).printed).toMatch(
      /^! as mensagens são apagadas após 40 dias, e 1 já passaram disso\n {2}→ .*purge --older-than 40d/m,
    );
  });

  it('looks into a stopped database, and leaves it stopped', async () => {
    const postgres = await startDatabase();
    await migrate(postgres.url, `${TOP}prisma/migrations`);
    await postgres.stop();
    const { code, printed } = await runDoctor();
    expect(code).toBe(0);
    expect(printed).toMatch(/^· 0 mensagens: 0 por ler/m);
    expect(existsSync(join(dataDir, 'postgresql/data/postmaster.pid'))).toBe(false);
  });

  it('names DATABASE_URL where nothing answers there, without its password', async () => {
    const { code, printed } = await runDoctorHere({ DATABASE_URL: 'postgresql://ana:segredo@127.0.0.1:1/none' });
    expect(code).toBe(1);
    expect(printed).toMatch(/^✖ DATABASE_URL: o banco de dados não responde .*corrija/m);
    expect(printed).not.toContain('segredo');
  });

  it('rings the bell for a trial, unless it is told not to, and says what is wrong with it', async () => {
    const rung: string[] = [];
    let status = 204;
    const receiver = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text) => rung.push(text));
      request.on('end', () => response.writeHead(status).end());
    });
    const NOTIFY_WEBHOOK_URL = `http://127.0.0.1:${await listenOnLoopback(receiver)}/segredo`;
    leftovers.push(() => receiver.close());
    expect((await runDoctorHere({ NOTIFY_WEBHOOK_URL })).printed).toMatch(
      /^✔ o sino tocou: json em 127\.0\.0\.1:\d+\./m,
    );
    expect(rung.join()).toContain('Este é um teste');
    expect((await runDoctorHere({ NOTIFY_WEBHOOK_URL }, { 'no-trial': true })).printed).toMatch(
      /^· o sino está ligado: json/m,
    );
    expect(rung).toHaveLength(1);

    status = 401;
    const { code, printed } = await runDoctorHere({ NOTIFY_WEBHOOK_URL });
    expect(code).toBe(1);
    expect(printed).toMatch(/^✖ o sino não toca: json em .*: HTTP 401\n {2}→ .*NOTIFY_/m);
    expect(printed).not.toContain('segredo');
    expect((await runDoctorHere()).printed).toMatch(/^· o sino está desligado/m);
  });

  it('compares the addresses of site and server', async () => {
    const apart = { SITE_URL: 'https://ana.example', VITE_API_URL: 'https://api.ana.example' };
    expect((await runDoctorHere(apart)).printed).toMatch(
      /^✖ o formulário de https:\/\/ana\.example envia a https:\/\/api\.ana\.example, que não o aceita\n {2}→ .*CORS_ORIGINS=https:\/\/ana\.example$/m,
    );
    const fits = (await runDoctorHere({ ...apart, CORS_ORIGINS: 'https://ana.example' })).printed;
    expect(fits).not.toMatch(/formulário|CORS_ORIGINS/);
    expect((await runDoctorHere({ ...apart, VITE_API_URL: 'http://api.ana.example' })).printed).toMatch(
      /^✖ .*página https/m,
    );
  });
});

describe('the .env', () => {
  function check(text: string) {
    const file = join(mkdtempSync(join(tmpdir(), 'portfolio-env-')), '.env');
    leftovers.push(() => rmSync(join(file, '..'), { recursive: true }));
    writeFileSync(file, text);
    chmodSync(file, 0o600);
    return { file, findings: [...checkEnvFile(file)] };
  }

  it('may hold every variable of .env.example, and none', () => {
    expect(check('PORT=3000\nDOMAIN=example.com\n').findings).toEqual([
      { level: 'ok', text: '.env: todas as variáveis são conhecidas' },
    ]);
    expect(check('').findings).toHaveLength(1);
    expect([...checkEnvFile(undefined)]).toMatchObject([{ level: 'note' }]);
  });

  it('is told where it misspells a variable, and what it may have meant', () => {
    expect(check('SITE_ULR=https://x.br\n').findings).toMatchObject([{ fix: 'escreva SITE_DIR ou SITE_URL' }]);
    expect(check('DATABSE_URL=postgresql://x\nMY_OWN_THING=1\n').findings).toEqual([
      { level: 'broken', text: '.env: nada lê DATABSE_URL', fix: 'escreva DATABASE_URL' },
      { level: 'warning', text: '.env: nada lê MY_OWN_THING', fix: expect.stringContaining('.env.example') },
    ]);
  });

  it.skipIf(process.platform === 'win32')('is not for everybody’s eyes', () => {
    const { file } = check('PORT=3000\n');
    chmodSync(file, 0o644);
    expect([...checkEnvFile(file)]).toContainEqual({
      level: 'warning',
      text: expect.stringContaining('pode ser lido por outros usuários'),
      fix: 'chmod 600 .env',
    });
  });
});
