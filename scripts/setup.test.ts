import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EMAILJS_ACCOUNT } from '../e2e/emailjs-counterpart.ts';
import { setVariables } from './env-file.ts';
import { TOP } from './project.mjs';
import { runDialogue } from './setup.ts';

/** Setup neither asks for it nor changes it. */
const { photo: PHOTO } = parse(readFileSync(join(TOP, 'client/sample-content/owner.yaml'), 'utf8'));
const OWNER = {
  accent: '#ef713b',
  place: 'litoral sul do Brasil',
  since: 'full-stack desde 2022',
  photo: PHOTO,
  linkedIn: 'preencher',
  gitHub: 'preencher',
  ownSite: 'preencher',
};
const ENTER = '\r';
const CTRL_C = '\x03';
const CLEAR = '\x15';
const YES = `s${ENTER}`;
const NO = `não${ENTER}`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portfolio-setup-'));
  cpSync(join(TOP, 'client/sample-content'), folder, { recursive: true });
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const readOwner = () => parse(read('owner.yaml'));

type Script = [question: string, keys: string][];

/** Runs the real dialogue. Types each answer after its question has appeared. */
async function talk(script: Script) {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  let unread = '';
  const steps = [...script];
  output.setEncoding('utf8').on('data', (text) => {
    shown += text;
    unread += stripVTControlCharacters(text);
    const step = steps[0];
    if (step === undefined || !unread.includes(step[0])) return;
    steps.shift();
    unread = '';
    // After the prompt has begun to listen.
    setImmediate(() => input.write(step[1]));
  });
  const outcome = await runDialogue(join(folder, '.env'), folder, { input, output });
  expect(steps, 'questions that were never asked').toEqual([]);
  // A frame that wraps a sentence puts its border into it.
  return { outcome, shown: stripVTControlCharacters(shown).replaceAll(/[\s│]+/g, ' ') };
}

const WORDS: Script = [
  ['O que você é', ENTER],
  ['Onde você mora', ENTER],
  ['disponibilidade', ENTER],
  ['Seu e-mail', ENTER],
];
const KEEP_OWNER: Script = [
  ['Seu nome', ENTER],
  ...WORDS,
  ['LinkedIn', ENTER],
  ['GitHub', ENTER],
  ['Seu site pessoal', ENTER],
  ['cor de destaque', ENTER],
  ['Tirar o cartão', ENTER],
];
const ACCOUNT: Script = [
  ['Service ID', `${EMAILJS_ACCOUNT.serviceId}${ENTER}`],
  ['Template ID', `${EMAILJS_ACCOUNT.templateId}${ENTER}`],
  ['Public Key', `${EMAILJS_ACCOUNT.publicKey}${ENTER}`],
];

describe('npm run setup', () => {
  it('writes what the owner answers, where the site reads it', async () => {
    const { outcome } = await talk([
      ['Seu nome', `Ana Souza${ENTER}`],
      ['O que você é', `engenheira: dados${ENTER}`],
      ['Onde você mora', `${CLEAR}Floripa${ENTER}`],
      ['disponibilidade', `aberta a propostas${ENTER}`],
      ['Seu e-mail', `ana@exemplo.com.br${ENTER}`],
      ['LinkedIn', `https://www.linkedin.com/in/ana${ENTER}`],
      ['GitHub', `https://github.com/ana${ENTER}`],
      ['Seu site pessoal', `https://ana.exemplo.com.br${ENTER}`],
      ['cor de destaque', `${CLEAR}#2060c0${ENTER}`],
      ['Tirar o cartão', YES],
      ['vai ser publicado', `https://ana.exemplo.com.br${ENTER}`],
      ['Receber um e-mail', YES],
      ...ACCOUNT,
      ['Gravar?', YES],
    ]);
    expect(outcome).toBe('saved');
    expect(readOwner()).toEqual({
      name: 'Ana Souza',
      headline: 'engenheira: dados',
      place: 'Floripa',
      since: 'full-stack desde 2022',
      photo: PHOTO,
      availability: 'aberta a propostas',
      email: 'ana@exemplo.com.br',
      ownSite: 'https://ana.exemplo.com.br',
      linkedIn: 'https://www.linkedin.com/in/ana',
      gitHub: 'https://github.com/ana',
      accent: '#2060c0',
    });
    expect(read('owner.yaml').split('\n')[0]).toBe(
      readFileSync(join(TOP, 'client/sample-content/owner.yaml'), 'utf8').split('\n')[0],
    );
    expect(read('projects.yaml')).not.toContain('Projetos futuros');
    expect(parse(read('projects.yaml')).projects).toHaveLength(4);
    expect(parseEnv(read('.env'))).toEqual({
      SITE_URL: 'https://ana.exemplo.com.br',
      VITE_EMAILJS_SERVICE_ID: EMAILJS_ACCOUNT.serviceId,
      VITE_EMAILJS_TEMPLATE_ID: EMAILJS_ACCOUNT.templateId,
      VITE_EMAILJS_PUBLIC_KEY: EMAILJS_ACCOUNT.publicKey,
    });
  });

  it('takes a blank for Enter at a yes or no, and asks again for any other word', async () => {
    const { outcome } = await talk([
      ...KEEP_OWNER,
      ['vai ser publicado', `https://a.com${ENTER}`],
      ['Receber um e-mail', ` ${ENTER}`],
      ['Gravar?', `talvez${ENTER}`],
      ['Responda s (sim) ou n (não)', `${CLEAR} ${ENTER}`],
    ]);
    expect(outcome).toBe('saved');
    expect(parseEnv(read('.env'))).toMatchObject({ SITE_URL: 'https://a.com' });
  });

  it.skipIf(process.platform === 'win32')('lets nobody else read .env', async () => {
    writeFileSync(join(folder, '.env'), 'PORT=4000\n', { mode: 0o644 });
    await talk([...KEEP_OWNER, ['vai ser publicado', `https://a.com${ENTER}`], ['Receber', NO], ['Gravar?', YES]]);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  });

  it('keeps what is in .env, comments too', async () => {
    const before =
      '# Minha porta\nPORT=4000 # não mude\n\nSITE_URL=https://velho.com\nDATABASE_URL="postgresql://a b"\n';
    writeFileSync(join(folder, '.env'), before);
    await talk([
      ...KEEP_OWNER,
      ['vai ser publicado', `${CLEAR}https://novo.com${ENTER}`],
      ['Receber', NO],
      ['Gravar?', YES],
    ]);
    expect(read('.env')).toBe(before.replace('https://velho.com', 'https://novo.com'));
  });

  it('offers what is there, and writes nothing when Enter keeps all of it', async () => {
    writeFileSync(join(folder, '.env'), 'SITE_URL=https://a.com\n');
    const { outcome, shown } = await talk([...KEEP_OWNER, ['vai ser publicado', ENTER], ['Receber', NO]]);
    expect(shown).toContain('https://a.com');
    expect(shown).toContain('Nada mudou');
    expect(outcome).toBe('unchanged');
    expect(read('.env')).toBe('SITE_URL=https://a.com\n');
  });

  it('takes e-mail out when the owner no longer wants it', async () => {
    writeFileSync(
      join(folder, '.env'),
      'VITE_EMAILJS_SERVICE_ID=a\nVITE_EMAILJS_TEMPLATE_ID=b\nVITE_EMAILJS_PUBLIC_KEY=c\n',
    );
    await talk([...KEEP_OWNER, ['vai ser publicado', ENTER], ['Receber', NO], ['Gravar?', YES]]);
    expect(Object.values(parseEnv(read('.env')))).toEqual(['', '', '']);
  });

  it('says in plain words what does not fit, and asks again', async () => {
    const { shown } = await talk([
      ['Seu nome', ENTER],
      ...WORDS.slice(0, 3),
      ['Seu e-mail', `ana.exemplo.com${ENTER}`],
      ['Não é um e-mail', `${CLEAR}${ENTER}`],
      ['LinkedIn', `linkedin.com/in/ana${ENTER}`],
      ['Não é um endereço. Escreva inteiro', `${CLEAR}https://www.linkedin.com/in/ana${ENTER}`],
      ['GitHub', ENTER],
      ['Seu site pessoal', ENTER],
      ['cor de destaque', `${CLEAR}laranja${ENTER}`],
      ['Não é uma cor', `${CLEAR}#abcdef${ENTER}`],
      ['Tirar o cartão', NO],
      ['vai ser publicado', `https://a.com/meu/site${ENTER}`],
      ['Escreva só o começo', `${CLEAR}https://a.com${ENTER}`],
      ['Receber', YES],
      ['Service ID', ENTER],
      ['Copie o valor do painel', `service_1${ENTER}`],
      ['Template ID', `t${ENTER}`],
      ['Public Key', `k${ENTER}`],
      ['Gravar?', YES],
    ]);
    expect(shown).toContain('Gravado.');
    expect(readOwner()).toMatchObject({ linkedIn: 'https://www.linkedin.com/in/ana', accent: '#abcdef' });
  });

  it.each([
    ['at the first question', [['Seu nome', CTRL_C]]],
    [
      'after some answers',
      [
        ['Seu nome', `Ana${ENTER}`],
        ['O que você é', CTRL_C],
      ],
    ],
    [
      'at the very end',
      [['Seu nome', `Ana${ENTER}`], ...KEEP_OWNER.slice(1), ['vai ser', ENTER], ['Receber', NO], ['Gravar?', CTRL_C]],
    ],
    [
      'with a no at the end',
      [['Seu nome', `Ana${ENTER}`], ...KEEP_OWNER.slice(1), ['vai ser', ENTER], ['Receber', NO], ['Gravar?', NO]],
    ],
  ])('leaves everything as it was when the owner leaves: %s', async (_, script) => {
    writeFileSync(join(folder, '.env'), 'PORT=1\n');
    const { outcome, shown } = await talk(script as Script);
    expect(outcome).toBe('cancelled');
    expect(shown).toContain('Nada foi mudado.');
    expect(readOwner()).toEqual(OWNER);
    expect(read('.env')).toBe('PORT=1\n');
  });

  it('without a terminal says so and ends with exit code 1', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/main.mjs', 'setup'], {
      cwd: TOP,
      input: '',
      encoding: 'utf8',
    });
    expect(stderr).toContain('precisa de um terminal');
    expect(stderr).not.toContain('    at ');
    expect(status).toBe(1);
  });
});

describe('.env', () => {
  it('is begun where there is none', () => {
    expect(setVariables('', { A: '1' })).toMatch(/^# .*\nA=1\n$/);
  });

  it('keeps the line ends of Windows, and ends a last line that has none', () => {
    expect(setVariables('A=1\r\nB=2', { B: '3', C: '4' })).toBe('A=1\r\nB=3\r\nC=4\r\n');
  });

  it('leaves alone what only looks like the variable', () => {
    const text = '# A=0\nMY_A=1\nA_B=2\n';
    expect(setVariables(text, { A: '3' })).toBe(`${text}A=3\n`);
  });
});
