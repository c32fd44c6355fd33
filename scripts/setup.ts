import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { parseEnv } from 'node:util';
import { cancel, intro, isCancel, log, note, outro, text } from '@clack/prompts';
import { type Document, parseDocument } from 'yaml';
import { isEmail, isHexColour, isOrigin, isWebAddress } from '../client/build/content-rules.ts';
import { readIfThere, setVariables, writeWhole } from './env-file.ts';
import { TOP } from './project.mjs';
import { CommandFailed } from './run.mjs';

class Cancelled extends Error {}

interface Streams {
  input?: Readable;
  output?: Writable;
}

/** In place of a link that only the owner knows (client/build/content-schema.ts). */
const TO_FILL_IN = 'preencher';
const FILLER_TITLE = 'Projetos futuros...';

const EMAILJS_FAULT = 'Copie o valor do painel do EmailJS: só letras, números, _ e -. Os três são necessários';
const EMAILJS_QUESTIONS = {
  VITE_EMAILJS_SERVICE_ID: 'O ID do serviço (Service ID)',
  VITE_EMAILJS_TEMPLATE_ID: 'O ID do template (Template ID)',
  VITE_EMAILJS_PUBLIC_KEY: 'A chave pública (Public Key)',
};

/** `npm run setup`: asks for what only the owner knows. Both files can be written by hand, and the site runs without. */
export async function setup(): Promise<void> {
  if (!(process.stdin.isTTY && process.stdout.isTTY)) {
    throw new CommandFailed(
      'npm run setup faz perguntas e precisa de um terminal. Sem terminal, preencha content/owner.yaml e .env à mão (veja .env.example).',
    );
  }
  const saved = await runDialogue(join(TOP, '.env'), join(TOP, 'content'));
  if (saved === 'cancelled') process.exitCode = 130;
}

/** Asks, with the current values as defaults. Writes all answers at the end: a cancelled dialogue changes nothing. */
export async function runDialogue(
  envFile: string,
  contentFolder: string,
  streams: Streams = {},
): Promise<'saved' | 'unchanged' | 'cancelled'> {
  try {
    const env = readIfThere(envFile);
    const variables = parseEnv(env);
    const ownerFile = join(contentFolder, 'owner.yaml');
    const projectsFile = join(contentFolder, 'projects.yaml');
    const owner = parseDocument(readIfThere(ownerFile));
    const projects = parseDocument(readIfThere(projectsFile));

    intro('O site com a sua cara', streams);
    log.message(
      'Enter fica com o que está escrito. Um campo apagado fica em branco, menos a cor. Ctrl-C sai sem mudar nada.',
      streams,
    );

    const ownerLines = await askOwner(owner, streams);
    const projectLines = await askFillerCard(projects, streams);
    const changes = await askVariables(variables, streams);
    const changed = Object.fromEntries(
      Object.entries(changes).filter(([name, value]) => value !== (variables[name]?.trim() ?? '')),
    );
    const newEnv = setVariables(env, changed);
    const lines = [
      ...ownerLines,
      ...projectLines,
      ...Object.entries(changed).map(([name, value]) => `.env  ${name}=${value}`),
    ];
    if (lines.length === 0) {
      outro('Nada mudou, então nada foi gravado.', streams);
      return 'unchanged';
    }
    note(lines.join('\n'), 'O que vai ser gravado', streams);
    if (!(await askYesOrNo('Gravar?', true, streams))) throw new Cancelled();

    if (newEnv !== env) writeWhole(envFile, newEnv, 0o600);
    if (ownerLines.length > 0) writeWhole(ownerFile, owner.toString({ lineWidth: 0 }));
    if (projectLines.length > 0) writeWhole(projectsFile, projects.toString({ lineWidth: 0 }));
    outro(
      'Gravado. Para ver: encerre o site, se estiver no ar, e rode npm start. A sua história e os projetos ficam na pasta content.',
      streams,
    );
    return 'saved';
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    cancel('Nada foi mudado.', streams);
    return 'cancelled';
  }
}

/** Puts the answers into `owner`. @returns what has changed */
async function askOwner(owner: Document, streams: Streams): Promise<string[]> {
  const addressLike = (example: string) => (value: string) =>
    value === '' || isWebAddress(value) ? undefined : `Não é um endereço. Escreva inteiro, como ${example}`;
  const questions: [key: string, message: string, findFault?: (value: string) => string | undefined][] = [
    ['name', 'Seu nome'],
    ['headline', 'O que você é, depois de "Eu sou" (em branco: dev web full-stack)'],
    ['place', 'Onde você mora (em branco, não aparece)'],
    ['availability', 'Sua disponibilidade, como "aberta a propostas" (em branco, não aparece)'],
    [
      'email',
      'Seu e-mail, para aparecer no Início e no Contato (em branco, não aparece)',
      (value) => (value === '' || isEmail(value) ? undefined : 'Não é um e-mail. Escreva como voce@exemplo.com.br'),
    ],
    ['linkedIn', 'Seu perfil no LinkedIn', addressLike('https://www.linkedin.com/in/voce')],
    ['gitHub', 'Seu perfil no GitHub', addressLike('https://github.com/voce')],
    ['ownSite', 'Seu site pessoal', addressLike('https://voce.com.br')],
    [
      'accent',
      'A cor de destaque do site',
      (value) =>
        isHexColour(value) ? undefined : 'Não é uma cor. Escreva como #ef713b: # e seis números ou letras de a até f',
    ],
  ];
  const lines = [];
  for (const [key, message, findFault = () => undefined] of questions) {
    const present = String(owner.get(key) ?? '');
    const current = present === TO_FILL_IN ? '' : present;
    const answer = await askText(message, current, findFault, streams);
    if (answer === current) continue;
    // The one link that the footer needs.
    if (answer !== '') owner.set(key, answer);
    else if (key === 'ownSite') owner.set(key, TO_FILL_IN);
    else owner.delete(key);
    lines.push(`owner.yaml  ${key}: ${answer === '' ? '(em branco)' : answer}`);
  }
  return lines;
}

/** Removes the card from `projects`. @returns what has changed */
async function askFillerCard(projects: Document, streams: Streams): Promise<string[]> {
  const { projects: cards = [] }: { projects?: { title?: string }[] } = projects.toJS() ?? {};
  const index = cards.findIndex(({ title }) => title === FILLER_TITLE);
  if (index < 0 || !(await askYesOrNo(`Tirar o cartão "${FILLER_TITLE}"?`, false, streams))) return [];
  projects.deleteIn(['projects', index]);
  return [`projects.yaml  sem o cartão "${FILLER_TITLE}"`];
}

async function askVariables(variables: NodeJS.Dict<string>, streams: Streams): Promise<Record<string, string>> {
  const siteUrl = await askText(
    'O endereço em que este site vai ser publicado',
    variables['SITE_URL'],
    (value) =>
      value === '' || isOrigin(value)
        ? undefined
        : 'Não é um endereço de site. Escreva só o começo, como https://exemplo.com.br, sem nada depois',
    streams,
  );
  const wantsEmail = await askYesOrNo(
    'Receber um e-mail a cada mensagem, pelo EmailJS? (Com Não, os dados dele saem do .env. As mensagens são guardadas de qualquer jeito.)',
    Object.keys(EMAILJS_QUESTIONS).some((name) => variables[name]?.trim()),
    streams,
  );
  const answers: Record<string, string> = { SITE_URL: siteUrl };
  for (const [name, question] of Object.entries(EMAILJS_QUESTIONS)) {
    const findFault = (value: string) => (/^[\w-]+$/.test(value) ? undefined : EMAILJS_FAULT);
    answers[name] = wantsEmail ? await askText(`EmailJS: ${question}`, variables[name], findFault, streams) : '';
  }
  return answers;
}

/** @throws Cancelled */
async function askText(
  message: string,
  current: string | undefined,
  findFault: (value: string) => string | undefined,
  streams: Streams,
): Promise<string> {
  const validate = (value = '') => findFault(value.trim());
  const answer = await text({ message, initialValue: current?.trim() ?? '', validate, ...streams });
  if (isCancel(answer)) throw new Cancelled();
  return (answer ?? '').trim();
}

/** By a word: the library's own question ignores the s of Sim. @param current the answer of Enter @throws Cancelled */
async function askYesOrNo(message: string, current: boolean, streams: Streams): Promise<boolean> {
  const answer = await askText(
    `${message} Responda s ou n; Enter é ${current ? 'sim' : 'não'}.`,
    '',
    (value) => (/^(s|sim|y|yes|n|no|n[aã]o)?$/i.test(value) ? undefined : 'Responda s (sim) ou n (não)'),
    streams,
  );
  return answer === '' ? current : /^[sy]/i.test(answer);
}
