import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import pg from 'pg';
import request from 'supertest';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CommandFailed } from '../../scripts/run.mjs';
import { startEmbeddedPostgres } from '../src/embedded-postgres.ts';
import { openOwnerStore } from '../src/messages/owner-store.ts';
import { migrate } from '../src/migrate.ts';
import { OperatorError } from '../src/operator-error.ts';
import { runMessagesCommand } from '../src/owner/messages-command.ts';
import { MIGRATIONS_DIR } from './migrations-dir.ts';
import { buildMessage, createTestDatabase, createTestFolder, startTestApp, type TestDatabase } from './support.ts';

const TOP = resolve(import.meta.dirname, '../..');

process.env['TZ'] = 'America/Sao_Paulo';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = createTestFolder();
});

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts `npm run messages` without npm; `shell`: through a shell, with these arguments before it. */
function start(
  args: string[],
  variables: Record<string, string> = { DATABASE_URL: database.url },
  shell: string[] = [],
) {
  const program = shell.length > 0 ? 'sh' : process.execPath;
  return spawn(program, [...shell, 'scripts/main.mjs', 'messages', ...args], {
    cwd: TOP,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TZ: 'America/Sao_Paulo',
      PORTFOLIO_NO_ENV_FILE: '1',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** In this process, because starting one takes a second; with variables or a shell, as the program that it is. */
function run(args: string[], variables?: Record<string, string>, shell?: string[]): Promise<Ended> {
  return variables || shell ? runProgram(args, variables, shell) : runHere(args);
}

async function runProgram(args: string[], variables?: Record<string, string>, shell?: string[]): Promise<Ended> {
  const child = start(args, variables, shell);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

async function runHere(args: string[]): Promise<Ended> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      printed[name] += chunk;
      return true;
    }),
  );
  const closes: (() => Promise<void>)[] = [];
  try {
    const code = await runMessagesCommand(args, async () => {
      const store = await openOwnerStore(database.url, MIGRATIONS_DIR);
      closes.push(store.close);
      return store;
    });
    return { code, ...printed };
  } catch (error) {
    if (!(error instanceof OperatorError || error instanceof CommandFailed)) throw error;
    return { ...printed, code: 1, stderr: `${printed.stderr}\n${error.message}\n` };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const close of closes) await close();
  }
}

interface Row {
  id: string;
  name: string;
  email: string;
  text: string;
  status: string;
  reasons: string[];
  at: string;
}

/** Stores a message without the rules, because rows may also come from Studio. Gives its id. */
async function store(overrides: Partial<Row> = {}): Promise<string> {
  const row = {
    id: randomUUID(),
    name: 'Ana Souza',
    email: 'ana@example.com',
    text: 'Olá! Gostei muito do seu trabalho.',
    status: 'new',
    reasons: [],
    at: '2026-03-01T02:30:00Z',
    ...overrides,
  };
  await database.query(
    `INSERT INTO messages (id, name, email, text, status, spam_reasons, created_at, fingerprint)
     VALUES ($1, $2, $3, $4, $5::"MessageStatus", $6, $7, '')`,
    [row.id, row.name, row.email, row.text, row.status, row.reasons, row.at],
  );
  return row.id;
}

async function storedIds(): Promise<string[]> {
  return (await database.rows()).map(({ id }) => id);
}

/** Reads CSV as a spreadsheet does: outside of quotes any line break ends a row. */
function readCsv(text: string, delimiter = ','): Record<string, string>[] {
  return parse(text, { bom: true, columns: true, delimiter, record_delimiter: ['\r\n', '\n', '\r'] });
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

describe('help and mistakes', () => {
  it('--help names every command on standard output, and needs no database', async () => {
    const { code, stdout, stderr } = await run(['--help'], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of ['list', 'show', 'mark', 'export', 'import', 'delete', 'purge']) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
  });

  it.each([
    [['lisst'], /^\nNão entendi: lisst\. .*npm run messages -- --help\n$/],
    [['list', '--new', '--spam'], /--new não combina com --spam/],
    [['list', '--limit', '0'], /--limit: era esperado um número inteiro de 1 a 999999; veio "0"/],
    [['show', 'xyz'], /id: era esperado um id .*veio "xyz"/],
    [['show', 'abc'], /ao menos 4 caracteres/],
    [['export'], /Diga --csv, --json ou --backup/],
    [['export', '--csv', '--json'], /--csv não combina com --json/],
    [['delete'], /Diga um id ou --email/],
    [['delete', 'abcd', '--email', 'a@b.co'], /Diga um id ou --email/],
    [['mark', 'abcd'], /^\nNão entendi: falta um argumento\. .*npm run messages -- mark --help\n$/],
    [['mark', 'abcd', 'unread'], /situação: era esperado.*new, read, archived, spam; veio "unread"/],
    [['list', '--none'], /Não entendi: --none\. .*npm run messages -- list --help/],
    [['list', '--search'], /Não entendi: --search\./],
    [['import', 'a', 'b'], /Não entendi: b\./],
    [['purge'], /--older-than: era esperado .*como 365d/],
    [['purge', '--older-than', '365'], /como 365d/],
    [['purge', '--older-than', '0d'], /como 365d/],
  ])('%j ends with exit code 1 and says why', async (args, why) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(why);
  });

  it('a database that does not answer is named by its variable, without its password', async () => {
    const { code, stderr } = await run(['list'], { DATABASE_URL: 'postgresql://ana:segredo@127.0.0.1:1/none' });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Banco de dados: 127\.0\.0\.1:1\/none\n\nDATABASE_URL: o banco de dados não responde .*\n$/,
    );
    expect(stderr).not.toContain('segredo');
  });

  it('a database without the tables says how they come to be', async () => {
    await database.query('DELETE FROM _prisma_migrations');
    const { code, stderr } = await run(['list']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Faltam ao banco de dados estas migrações: .*npm start/);
  });
});

describe('list', () => {
  it('shows the newest first, in local time, and says how many there are', async () => {
    await store({ name: 'Primeira', at: '2026-03-01T02:30:00Z' });
    await store({ name: 'Segunda', at: '2026-03-02T12:00:00Z' });
    await store({ name: 'Terceira', at: '2026-03-03T12:00:00Z' });
    const { code, stdout, stderr } = await run(['list', '--limit', '2']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^id .*\n.*Terceira.*\n.*Segunda.*\n$/);
    expect(stderr).toBe('2 de 3 mensagens; --limit mostra mais.\n');
    expect((await run(['list'])).stdout).toMatch(/2026-02-28 23:30 +new +Primeira/);
  });

  it('keeps to a status, and to what is searched, in capitals or not and each character for itself', async () => {
    await store({ name: 'Nova', text: 'OLÁ, desconto de 100%!' });
    await store({ name: 'Outra', text: 'desconto de 100 reais' });
    await store({ name: 'Lixo', status: 'spam', reasons: ['markup'] });
    await store({ name: 'Lida', status: 'read', email: 'a_b@example.com' });
    const names = async (...args: string[]) =>
      [...(await run(['list', ...args])).stdout.matchAll(/Nova|Outra|Lixo|Lida/g)].map(String).sort();
    expect(await names('--new')).toEqual(['Nova', 'Outra']);
    expect(await names('--spam')).toEqual(['Lixo']);
    expect(await names('--search', 'olá, DESCONTO')).toEqual(['Nova']);
    expect(await names('--search', '100%')).toEqual(['Nova']);
    expect(await names('--search', 'a_b@')).toEqual(['Lida']);
    expect(await names('--new', '--search', 'lixo')).toEqual([]);
  });
});

describe('list --new', () => {
  it('says by its exit code whether there is one, and how many are in the spam', async () => {
    await store({ status: 'spam', reasons: ['honeypot'] });
    expect(await run(['list', '--new'])).toMatchObject({ code: 2, stderr: '0 mensagens. No spam: 1 mensagem.\n' });
    await store();
    expect(await run(['list', '--new'])).toMatchObject({ code: 0, stderr: '1 mensagem. No spam: 1 mensagem.\n' });
  });
});

describe('mark', () => {
  it('gives one message its status, and no other', async () => {
    const id = await store({ status: 'spam', reasons: ['many_links'] });
    const other = await store();
    for (const status of ['new', 'read', 'archived', 'spam']) {
      expect((await run(['mark', id.slice(0, 13), status])).code).toBe(0);
      const stored = (await database.rows()).map((row) => [row.id, row.status]);
      expect(Object.fromEntries(stored)).toEqual({ [id]: status, [other]: 'new' });
    }
    expect(await run(['mark', 'ffffffff', 'read'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Não há mensagem'),
    });
  });
});

describe('show', () => {
  it('finds a message by the beginning of its id, and shows all of it', async () => {
    const text = 'primeira linha\n\tsegunda 👩‍👩‍👧';
    await store({
      id: 'aaaabbbb-0000-4000-8000-000000000001',
      text,
      status: 'spam',
      reasons: ['markup', 'many_links'],
    });
    const { code, stdout } = await run(['show', 'AAAAb']);
    expect(code).toBe(0);
    expect(stdout).toContain('aaaabbbb-0000-4000-8000-000000000001');
    expect(stdout).toContain('markup, many_links');
    expect(stdout.endsWith(`\n\n${text}\n`)).toBe(true);
  });

  it('asks for more where the beginning fits several, and says so where it fits none', async () => {
    await store({ id: 'aaaabbbb-0000-4000-8000-000000000001' });
    await store({ id: 'aaaacccc-0000-4000-8000-000000000001' });
    expect(await run(['show', 'aaaa'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Mais de um'),
    });
    expect(await run(['show', 'dddd'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Não há mensagem'),
    });
  });

  it('lets no control character of a message through, nor does any other command that shows one', async () => {
    const evil = '\u001b]0;owned\u0007\u009b2Jx\rfake';
    const id = await store({ name: evil, email: `a@b.co${evil}`, text: evil, status: 'spam', reasons: [evil] });
    for (const args of [['list'], ['show', id], ['delete', '--email', `a@b.co${evil}`, '--yes']]) {
      const { code, stdout, stderr } = await run(args);
      expect(code).toBe(0);
      expect(stdout).toContain('\\x1b]0;owned\\x07\\x9b2J');
      expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]/u);
    }
  });
});

describe('export', () => {
  it('as CSV holds 50,000 messages, each as it was sent', async () => {
    await database.query(`
      INSERT INTO messages (name, email, text, fingerprint, created_at)
      SELECT 'Visitante ' || i, 'v' || i || '@example.com', E'Linha 1, "aspas";\\nação 👋 ' || i, '', timestamptz '2025-01-01Z' + i / 7 * interval '1 second'
      FROM generate_series(0, 49999) i`);
    const file = join(folder, 'messages.csv');
    const { code, stdout, stderr } = await run(['export', '--csv', '--output', file]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: `50000 mensagens em ${file}.\n` });

    const text = readFileSync(file, 'utf8');
    expect(text.startsWith('\ufeffid,created_at_utc,status,spam_reasons,name,email,text\r\n')).toBe(true);
    const rows = readCsv(text);
    expect(rows.length).toBe(50_000);
    const order = rows.map(({ created_at_utc }) => created_at_utc);
    expect(order).toEqual(order.toSorted());
    expect(new Set(rows.map(({ id }) => id)).size).toBe(50_000);
    const expected = Array.from({ length: 50_000 }, (_, i) => ({
      created_at_utc: new Date(Date.UTC(2025, 0, 1) + Math.floor(i / 7) * 1000)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' '),
      status: 'new',
      spam_reasons: '',
      name: `Visitante ${i}`,
      email: `v${i}@example.com`,
      text: `Linha 1, "aspas";\nação 👋 ${i}`,
    }));
    // As strings, because comparing 50,000 objects takes ten seconds.
    const asLines = (list: object[]) => list.map((row) => JSON.stringify(row)).sort();
    expect(asLines(rows.map(({ id, ...row }) => row))).toEqual(asLines(expected));
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('goes on where it was when what it has written is deleted meanwhile', async () => {
    await database.query(`
      INSERT INTO messages (name, email, text, fingerprint, created_at)
      SELECT i, 'ana@example.com', 'texto', '', timestamptz '2025-01-01Z' + i * interval '1 second' FROM generate_series(1, 1200) i`);
    const { all, close } = await openOwnerStore(database.url, MIGRATIONS_DIR);
    onTestFinished(close);
    const names: string[] = [];
    for await (const { id, name } of all({})) {
      names.push(name);
      if (names.length % 500 === 0) await database.query('DELETE FROM messages WHERE id = $1', [id]);
    }
    expect(names).toEqual(Array.from({ length: 1200 }, (_, i) => String(i + 1)));
  });

  it('as CSV is read back as it was sent, whatever the texts hold and whichever delimiter the spreadsheet takes', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\n',
        '\r',
        '\r\n',
        '\t',
        ',',
        ';',
        '"',
        "'",
        ' ',
        '\u00a0',
        '\ufeff',
        '=1+1',
        '+1',
        '-1',
        '@A1',
        '＝1',
        '＠',
      ),
      // PostgreSQL stores any character but NUL.
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).map((text) => text.replaceAll('\0', 'a')),
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));
    const sent = [
      { name: '@Ana', email: '=1+1', text: 'Oi!\n=1+1\n\r+1\r\n@A1;=1,=1\t=1' },
      ...fc.sample(fc.record({ name: text, email: text, text }), 1000),
    ];
    await database.query(
      `INSERT INTO messages (name, email, text, fingerprint, created_at)
       SELECT m.*, '', timestamptz '2025-01-01Z' + row_number() OVER () * interval '1 second' FROM json_to_recordset($1) AS m (name text, email text, text text)`,
      [JSON.stringify(sent)],
    );
    for (const [name, delimiter] of Object.entries({ semicolon: ';', tab: '\t', comma: ',' })) {
      const rows = readCsv((await run(['export', '--csv', '--delimiter', name])).stdout, delimiter);
      expect(rows.length).toBe(sent.length);
      const read = rows.flatMap(({ name, email, text }) => [name, email, text]);
      const written = sent.flatMap(({ name, email, text }) => [name, email, text]);
      expect(read).toEqual(written.map((text, place) => (read[place] === text ? text : `'${text}`)));
      // OWASP's list, also after blanks, which some spreadsheets drop.
      expect(read.filter((text) => /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text ?? ''))).toEqual([]);
    }
  });

  it('as CSV changes no text but one that begins like a formula, which gets one quote in front', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1'];
    const texts = ["'=1", 'a=1', 'Lista:\n- um\n- dois', '5 - 3', '"=1"'];
    for (const text of [...formulas, ...texts]) await store({ name: text, email: text, text });
    const rows = readCsv((await run(['export', '--csv'])).stdout);
    const expected = [...formulas.map((text) => `'${text}`), ...texts].sort();
    for (const column of ['name', 'email', 'text']) expect(rows.map((row) => row[column]).sort()).toEqual(expected);
  });

  it('as JSON gives every text as it was sent, and an empty array of none', async () => {
    const id = await store({ name: '=1+1', text: 'a\r\nb\u001b[2J"', status: 'spam', reasons: ['honeypot'] });
    await store({ name: 'Nova' });
    expect(JSON.parse((await run(['export', '--json', '--spam'])).stdout)).toEqual([
      {
        id,
        createdAt: '2026-03-01T02:30:00.000Z',
        status: 'spam',
        name: '=1+1',
        email: 'ana@example.com',
        text: 'a\r\nb\u001b[2J"',
        spamReasons: ['honeypot'],
      },
    ]);
    expect(JSON.parse((await run(['export', '--json', '--archived'])).stdout)).toEqual([]);
  });

  it('ends in silence when its reader has seen enough', async () => {
    await database.query(`
      INSERT INTO messages (name, email, text, fingerprint)
      SELECT 'Ana', 'ana@example.com', repeat('x', 1000), '' FROM generate_series(1, 20000)`);
    for (const format of ['--csv', '--json']) {
      const child = start(['export', format]);
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text) => {
        stderr += text;
      });
      child.stdout.once('data', () => child.stdout.destroy());
      const [code] = await once(child, 'close');
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Banco de dados: .*\n$/) });
    }
  });

  // Windows has no SIGTERM.
  it.skipIf(process.platform === 'win32')('leaves nothing behind when it is stopped half way', async () => {
    await database.query(`
      INSERT INTO messages (name, email, text, fingerprint)
      SELECT 'Ana', 'ana@example.com', repeat('x', 1000), '' FROM generate_series(1, 50000)`);
    const child = start(['export', '--csv', '--output', join(folder, 'messages.csv')]);
    const ended = once(child, 'close');
    while (readdirSync(folder).length === 0 && child.exitCode === null) await pause(1);
    child.kill('SIGTERM');
    expect(await ended).toEqual([130, null]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says in a sentence where no file can be written, and leaves nothing behind', async () => {
    await store();
    writeFileSync(join(folder, 'file'), '');
    for (const output of ['none/messages.csv', 'file/messages.csv', '.', 'a'.repeat(300)]) {
      const { code, stdout, stderr } = await run(['export', '--csv', '--output', join(folder, output)]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^\n--output: .* não pode ser escrito .*\n$/);
    }
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('takes a name as long as the file system does', async () => {
    await store();
    const name = `${'a'.repeat(251)}.csv`;
    expect((await run(['export', '--csv', '--output', join(folder, name)])).code).toBe(0);
    expect(readdirSync(folder)).toEqual([name]);
  });

  // Not tried on a device: if this is broken, root replaces one of the machine's own. Windows has no mkfifo.
  it.skipIf(process.platform === 'win32')('replaces no device and no pipe by a file', async () => {
    await store();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const { code, stderr } = await run(['export', '--csv', '--output', pipe]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/--output: .* não pode ser escrito \(EEXIST/),
    });
    expect(statSync(pipe).isFIFO()).toBe(true);
    expect(readdirSync(folder)).toEqual(['pipe']);
  });

  it.skipIf(process.platform === 'win32')('says in a sentence that the disk has no more room', async () => {
    await database.query(`
      INSERT INTO messages (name, email, text, fingerprint)
      SELECT 'Ana', 'ana@example.com', repeat('x', 1000), '' FROM generate_series(1, 20000)`);
    // A limit of the file size stands for a full disk: blocks of 512 or 1024 bytes, less than the 20 MB of the export.
    const limited = ['-c', 'ulimit -f 10000; exec "$0" "$@"', process.execPath];
    const { code, stderr } = await run(
      ['export', '--csv', '--output', join(folder, 'messages.csv')],
      undefined,
      limited,
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/\n--output: .*messages\.csv não pode ser escrito .*\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });
});

// Only Linux has a device that is always full.
describe.skipIf(!existsSync('/dev/full'))('standard output', () => {
  it('that takes nothing more is named in a sentence', async () => {
    await store();
    const { code, stderr } = await run(['export', '--json'], undefined, [
      '-c',
      'exec "$0" "$@" > /dev/full',
      process.execPath,
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/\nA saída padrão não pode ser escrit.*ENOSPC.*\n$/);
  });
});

describe('delete', () => {
  it('deletes what came from an address in whatever case, nothing else, and names each message', async () => {
    const gone = [await store({ email: 'Ana@Example.com' }), await store({ email: ' ana@example.COM ' })];
    const kept = [await store({ email: 'mariana@example.com' }), await store({ email: 'ana@example.com.br' })];
    const { code, stdout, stderr } = await run(['delete', '--email', 'ANA@example.com', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^2 mensagens de ANA@example\.com para sempre fora:$/m);
    for (const id of gone) expect(stdout).toMatch(new RegExp(`^${id}$`, 'm'));
    expect(stderr).toMatch(/também está em 2 mensagens/);
    expect((await storedIds()).sort()).toEqual(kept.sort());
  });

  it('deletes one message by its id', async () => {
    const [gone, kept] = [await store(), await store()];
    expect(await run(['delete', gone, '--yes'])).toMatchObject({ code: 0, stdout: expect.stringContaining(gone) });
    expect(await storedIds()).toEqual([kept]);
  });

  it('deletes nothing where nobody can be asked', async () => {
    const id = await store();
    const { code, stderr } = await run(['delete', '--email', 'ana@example.com']);
    expect(code).toBe(1);
    expect(stderr).toContain('--yes');
    expect(await storedIds()).toEqual([id]);
  });

  it('says when there is nothing from the address', async () => {
    const { code, stdout, stderr } = await run(['delete', '--email', 'bia@example.com', '--yes']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/Não há mensagem de bia@example\.com\. Nada foi apagado/);
  });
});

describe('purge', () => {
  it('deletes all that is older, in batches, and nothing that is not', async () => {
    await database.query(`
      INSERT INTO messages (name, email, text, fingerprint, created_at)
      SELECT 'Ana', 'ana@example.com', 'texto', '', now() - interval '100 days' FROM generate_series(1, 1100)`);
    const kept = await store({ at: daysAgo(89.9) });
    const { code, stdout } = await run(['purge', '--older-than', '90d', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^1100 mensagens anteriores a 20\S+Z para sempre fora\.\n$/);
    expect(await storedIds()).toEqual([kept]);
    expect(await run(['purge', '--older-than', '91d', '--yes'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Nenhuma mensagem tem mais de 91 dias'),
    });
  });

  it('goes by the clock of the database, whatever that of the machine says', async () => {
    const id = await store({ at: daysAgo(10) });
    const aYearAhead = `
      const now = () => Math.round(performance.timeOrigin + performance.now()) + 366 * 86_400_000;
      globalThis.Date = class extends Date {
        constructor(...values) { super(...(values.length > 0 ? values : [now()])); }
        static now() { return now(); }
      };`;
    expect(
      await run(['purge', '--older-than', '365d', '--yes'], {
        DATABASE_URL: database.url,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(aYearAhead)}`,
      }),
    ).toMatchObject({ code: 0, stderr: expect.stringContaining('Nenhuma mensagem tem mais de 365 dias') });
    expect(await storedIds()).toEqual([id]);
  });

  it('deletes nothing where nobody can be asked', async () => {
    const id = await store({ at: daysAgo(400) });
    expect(await run(['purge', '--older-than', '365d'])).toMatchObject({ code: 1, stdout: '' });
    expect(await storedIds()).toEqual([id]);
  });

  it('warns of an age at which a browser may still deliver', async () => {
    await store({ at: daysAgo(20) });
    expect((await run(['purge', '--older-than', '10d', '--yes'])).stderr).toContain('pode vir de novo');
  });
});

describe('a backup', () => {
  const ALL =
    'SELECT id, created_at, status, name, email, text, spam_reasons, notified_at IS NULL AS waits FROM messages ORDER BY id';

  it('brings every message to another database, and twice changes nothing', async () => {
    await store({ text: 'a\r\nb\u001b[2J"\u2028', status: 'spam', reasons: ['honeypot'] });
    await store({ name: '=1+1', status: 'read', at: '2026-03-01T02:30:00.123Z' });
    await database.query(`
      INSERT INTO messages (name, email, text, fingerprint, created_at, notified_at)
      SELECT 'Visitante ' || i, 'v@example.com', 'Texto ' || i, sha256(convert_to(format(E'Visitante %1$s\\x1fv@example.com\\x1fTexto %1$s', i), 'UTF8')), timestamptz '2025-01-01Z' + i * interval '1 s', now()
      FROM generate_series(1, 1100) i`);
    const before = (await database.query(ALL)).rows;
    const file = join(folder, 'copia.jsonl');
    expect((await run(['export', '--backup', '--output', file])).stderr).toBe(`1102 mensagens em ${file}.\n`);

    const kept = database;
    database = await createTestDatabase();
    expect(await run(['import', file])).toMatchObject({
      code: 0,
      stderr: '1102 mensagens na cópia: 1102 guardadas agora, 0 já estavam aqui.\n',
    });
    expect((await database.query(ALL)).rows).toEqual(before);

    await database.query("UPDATE messages SET status = 'archived' WHERE name = '=1+1'");
    await database.query("DELETE FROM messages WHERE name = 'Visitante 7'");
    expect((await run(['import', file])).stderr).toBe(
      '1102 mensagens na cópia: 1 guardadas agora, 1101 já estavam aqui.\n',
    );
    expect((await database.query("SELECT status FROM messages WHERE name = '=1+1'")).rows).toEqual([
      { status: 'archived' },
    ]);
    database = kept;
  });

  it('keeps what tells a repeated message from another', async () => {
    const { app, database: site } = await startTestApp();
    const key = randomUUID();
    const send = () => request(app).post('/save-message').set('Idempotency-Key', key).send(buildMessage());
    expect((await send()).status).toBe(201);
    database = site;
    const { stdout } = await run(['export', '--backup']);
    await site.query('DELETE FROM messages');
    const file = join(folder, 'copia.jsonl');
    writeFileSync(file, stdout);
    expect((await run(['import', file])).code).toBe(0);
    expect((await send()).status).toBe(200);
  });

  it.each([
    ['cut in the middle of a line', (text: string) => text.slice(0, -60), /linha 3: não é uma mensagem inteira/],
    ['cut between two lines', (text: string) => text.split('\n').slice(0, 2).join('\n'), /termina antes do fim/],
    ['without one of its lines', (text: string) => text.split('\n').toSpliced(1, 1).join('\n'), /não é uma mensagem/],
    ['of a later version', (text: string) => text.replace('"version":1', '"version":2'), /versão mais nova/],
    ['and is none', () => '[]', /não é uma cópia de export --backup/],
    ['with something behind its end', (text: string) => `${text}{}\n`, /não é uma mensagem inteira/],
  ])('that is %s is refused, and says so', async (_what, spoil, why) => {
    await store();
    await store();
    const file = join(folder, 'copia.jsonl');
    writeFileSync(file, spoil((await run(['export', '--backup'])).stdout));
    await database.query('DELETE FROM messages');
    expect(await run(['import', file])).toMatchObject({ code: 1, stderr: expect.stringMatching(why) });
  });

  it('that is not there is named', async () => {
    expect(await run(['import', join(folder, 'none')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('não pode ser lido (ENOENT'),
    });
  });
});

describe('an export to a file that is there', () => {
  it('leaves it', async () => {
    await store();
    const file = join(folder, 'messages.csv');
    writeFileSync(file, 'older');
    expect(await run(['export', '--csv', '--output', file])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('EEXIST'),
    });
    expect(readFileSync(file, 'utf8')).toBe('older');
  });
});

describe('the embedded database', () => {
  it('is not made by reading: where there is none, it says where it looked', async () => {
    const dataDir = join(folder, 'none');
    const { code, stdout, stderr } = await run(['list'], { DATABASE_URL: '', DATA_DIR: dataDir });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Não há banco de dados em ${dataDir}, e nenhum foi criado.`);
    expect(stderr).toContain('DATABASE_URL');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('is found while the site runs, started when it does not, and moved by its folder or its messages', async () => {
    // Not made here: for root, a folder of mode 700 would send the database to /var/lib.
    const [from, to] = [0, 1].map(() => join(tmpdir(), `portfolio-messages-${randomUUID()}`)) as [string, string];
    onTestFinished(() => {
      for (const dir of [from, to]) rmSync(dir, { recursive: true, force: true });
    });
    const site = await startEmbeddedPostgres(from);
    await migrate(site.url, MIGRATIONS_DIR);
    const client = new pg.Client({ connectionString: site.url });
    await client.connect();
    await client.query("INSERT INTO messages (name, email, text, fingerprint) VALUES ('Ana', 'a@b.co', 'Olá', '')");
    await client.end();

    const beside = await run(['list'], { DATABASE_URL: '', DATA_DIR: from });
    expect(beside).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`Banco de dados: ${site.location}\n`),
      stdout: expect.stringContaining('a@b.co'),
    });
    await site.stop();

    cpSync(from, to, { recursive: true, preserveTimestamps: true });
    // cpSync does not keep the owner.
    if (process.getuid?.() === 0)
      execFileSync('chown', ['-R', '--reference', join(from, 'postgresql'), join(to, 'postgresql')]);
    rmSync(from, { recursive: true });
    const moved = await run(['list'], { DATABASE_URL: '', DATA_DIR: to });
    expect(moved).toMatchObject({ code: 0, stdout: beside.stdout });
    const { stdout } = await run(['export', '--backup'], { DATABASE_URL: '', DATA_DIR: to });
    writeFileSync(join(folder, 'copia.jsonl'), stdout);
    expect((await run(['import', join(folder, 'copia.jsonl')])).stderr).toContain('1 guardadas agora');
    expect(await database.rows()).toMatchObject([{ email: 'a@b.co' }]);
  });
});
