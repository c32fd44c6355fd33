import { join } from 'node:path';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { cancel, intro, isCancel, log, note, outro, text } from '@clack/prompts';
import { parseDocument } from 'yaml';
import { tryEmailjs } from './emailjs-trial.mjs';
import { readIfThere, setVariables, writeWhole } from './env-file.mjs';

/** What Ctrl-C at a question does. */
class Cancelled extends Error {}

/** In the place of a link that only the owner knows (client/build/content-schema.ts). */
const TO_FILL_IN = 'preencher';
const FILLER_TITLE = 'Projetos futuros...';

const EMAILJS_VARIABLES = /** @type {const} */ ([
  'VITE_EMAILJS_SERVICE_ID',
  'VITE_EMAILJS_TEMPLATE_ID',
  'VITE_EMAILJS_PUBLIC_KEY',
]);

/**
 * @typedef {object} Setup
 * @property {string} envFile path of `.env`, which need not be there
 * @property {string} contentFolder path of the folder with owner.yaml
 * @property {typeof import('../../client/build/content-rules.ts')} rules what the build accepts, so that nothing is written that it refuses
 * @property {string} [emailJsOrigin] where EmailJS is, where the environment says so
 * @property {import('node:stream').Readable} [input] where keys come from; by default the terminal
 * @property {import('node:stream').Writable} [output]
 */

/**
 * Asks the owner, with what is there as the default, and writes the answers at the end and all at once: whoever leaves before has changed
 * nothing.
 *
 * @param {Setup} setup
 * @returns {Promise<'saved' | 'unchanged' | 'cancelled'>}
 */
export async function runDialogue({ envFile, contentFolder, rules, emailJsOrigin, ...streams }) {
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

    const ownerLines = await askOwner(owner, rules, streams);
    const projectLines = await askFillerCard(projects, streams);
    const changes = await askVariables(variables, rules, streams);
    const isEmailOn = EMAILJS_VARIABLES.every((name) => changes[name]);
    if (isEmailOn) await offerTrial(changes, emailJsOrigin ?? variables['VITE_EMAILJS_ORIGIN'], streams);

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

/**
 * @param {import('yaml').Document} owner where the answers are put
 * @param {Setup['rules']} rules
 * @param {Pick<Setup, 'input' | 'output'>} streams
 * @returns {Promise<string[]>} what has changed
 */
async function askOwner(owner, { isWebAddress, isHexColour, isEmail }, streams) {
  /** @param {string} example @returns {(value: string) => string | undefined} */
  const addressLike = (example) => (value) =>
    value === '' || isWebAddress(value) ? undefined : `Não é um endereço. Escreva inteiro, como ${example}`;
  /** @type {[key: string, message: string, findFault: (value: string) => string | undefined][]} */
  const questions = [
    ['name', 'Seu nome', () => undefined],
    ['headline', 'O que você é, depois de "Eu sou" (em branco: dev web full-stack)', () => undefined],
    ['place', 'Onde você mora (em branco, não aparece)', () => undefined],
    ['availability', 'Sua disponibilidade, como "aberta a propostas" (em branco, não aparece)', () => undefined],
    [
      'email',
      'Seu e-mail, para aparecer na página de contato (em branco, não aparece)',
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
  for (const [key, message, findFault] of questions) {
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

/**
 * @param {import('yaml').Document} projects from which the card is taken
 * @param {Pick<Setup, 'input' | 'output'>} streams
 * @returns {Promise<string[]>} what has changed
 */
async function askFillerCard(projects, streams) {
  /** @type {{ projects?: { title?: string }[] }} */
  const { projects: cards = [] } = projects.toJS() ?? {};
  const index = cards.findIndex(({ title }) => title === FILLER_TITLE);
  if (index < 0 || !(await askYesOrNo(`Tirar o cartão "${FILLER_TITLE}"?`, false, streams))) return [];
  projects.deleteIn(['projects', index]);
  return [`projects.yaml  sem o cartão "${FILLER_TITLE}"`];
}

/**
 * @param {NodeJS.Dict<string>} variables as `.env` has them
 * @param {Setup['rules']} rules
 * @param {Pick<Setup, 'input' | 'output'>} streams
 * @returns {Promise<Record<string, string>>}
 */
async function askVariables(variables, { isOrigin }, streams) {
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
    EMAILJS_VARIABLES.some((name) => variables[name]?.trim()),
    streams,
  );
  /** @type {Record<string, string>} */
  const answers = { SITE_URL: siteUrl };
  const questions = ['O ID do serviço (Service ID)', 'O ID do template (Template ID)', 'A chave pública (Public Key)'];
  for (const [index, name] of EMAILJS_VARIABLES.entries()) {
    answers[name] = wantsEmail
      ? await askText(
          `EmailJS: ${questions[index]}`,
          variables[name],
          (value) =>
            /^[\w-]+$/.test(value)
              ? undefined
              : 'Copie o valor do painel do EmailJS: só letras, números, _ e -. Os três são necessários',
          streams,
        )
      : '';
  }
  return answers;
}

/**
 * @param {Record<string, string>} values
 * @param {string | undefined} origin
 * @param {Pick<Setup, 'input' | 'output'>} streams
 */
async function offerTrial(values, origin, streams) {
  const wantsTrial = await askYesOrNo(
    'Testar agora, com uma chamada de verdade? (Gasta uma da sua cota do mês; se der certo, você recebe um e-mail.)',
    false,
    streams,
  );
  if (!wantsTrial) return;
  const { outcome, sentence } = await tryEmailjs({
    serviceId: values['VITE_EMAILJS_SERVICE_ID'] ?? '',
    templateId: values['VITE_EMAILJS_TEMPLATE_ID'] ?? '',
    publicKey: values['VITE_EMAILJS_PUBLIC_KEY'] ?? '',
    origin: origin?.trim() || 'https://api.emailjs.com',
  });
  // The text came from elsewhere, and is shown in a terminal.
  const say = { works: log.success, unclear: log.warn, wrong: log.error }[outcome];
  say(stripVTControlCharacters(sentence), streams);
}

/**
 * @param {string} message
 * @param {string | undefined} current
 * @param {(value: string) => string | undefined} findFault
 * @param {Pick<Setup, 'input' | 'output'>} streams
 * @returns {Promise<string>} without blanks around it
 */
async function askText(message, current, findFault, streams) {
  const answer = await ask(
    text({
      message,
      initialValue: current?.trim() ?? '',
      validate: (value) => findFault((value ?? '').trim()),
      ...streams,
    }),
  );
  return (answer ?? '').trim();
}

/**
 * A question for a word: the library's own has arrows and the key y, and takes the s of Sim for nothing at all.
 *
 * @param {string} message
 * @param {boolean} current what Enter alone answers
 * @param {Pick<Setup, 'input' | 'output'>} streams
 * @returns {Promise<boolean>}
 */
async function askYesOrNo(message, current, streams) {
  const defaultValue = current ? 's' : 'n';
  const answer = await ask(
    text({
      message: `${message} Responda s ou n; Enter é ${current ? 'sim' : 'não'}.`,
      placeholder: defaultValue,
      defaultValue,
      validate: (value) =>
        /^\s*(s|sim|y|yes|n|no|n[aã]o)?\s*$/i.test(value ?? '') ? undefined : 'Responda s (sim) ou n (não)',
      ...streams,
    }),
  );
  return /^[sy]/i.test(answer.trim() || defaultValue);
}

/**
 * @template T
 * @param {Promise<T>} prompt
 * @returns {Promise<Exclude<T, symbol>>}
 * @throws {Cancelled}
 */
async function ask(prompt) {
  const answer = await prompt;
  if (isCancel(answer)) throw new Cancelled();
  return /** @type {Exclude<T, symbol>} */ (answer);
}
