import { parseArgs } from 'node:util';
import { CommandFailed } from './run.mjs';

const WORDS = {
  en: {
    usage: 'Usage',
    common: '--help              shows this\n--version           shows the version',
    fault: 'Not understood',
    missing: 'An argument is missing',
    see: 'To see what there is',
  },
  pt: {
    usage: 'Uso',
    common: '--help              mostra isto\n--version           mostra a versão',
    fault: 'Não entendi',
    missing: 'Falta um argumento',
    see: 'Para ver o que há',
  },
};

/**
 * Reads what was typed after `npm run NAME --`, by what the command's help says.
 *
 * @param {string} name @param {import('./commands.mjs').Command} command @param {string[]} args
 * @returns {import('./commands.mjs').Given}
 * @throws {CommandFailed} with a sentence for what does not fit
 */
export function readArguments(name, { help, arguments: wanted, language = 'en' }, args) {
  const words = WORDS[language];
  const lines = `${help}\n${words.common}`.matchAll(/^--([\w-]+)( <[^>]+>)?( …)?/gm);
  /** @type {import('node:util').ParseArgsConfig['options']} */
  const options = Object.fromEntries(
    [...lines].map(([, option = '', value, more]) => [
      option,
      { type: value ? 'string' : 'boolean', multiple: !!more, ...(option === 'help' && { short: 'h' }) },
    ]),
  );
  /** @param {string} sentence */
  const refuse = (sentence) => new CommandFailed(`${sentence}. ${words.see}: ${callOf(name)} -- --help`);
  let given;
  try {
    given = parseArgs({ args, options, allowPositionals: wanted !== undefined });
  } catch (error) {
    // Such as: Option '--only <value>' argument missing
    const [, quoted = ''] = /'(.*?)[ ']/.exec(error instanceof Error ? error.message : '') ?? [];
    throw refuse(`${words.fault}: ${quoted}`);
  }
  const { values, positionals } = given;
  if (wanted?.startsWith('<') && !values['help'] && !values['version']) {
    if (positionals[0] === undefined) throw refuse(words.missing);
    if (positionals[1] !== undefined) throw refuse(`${words.fault}: ${positionals[1]}`);
  }
  return { values, positionals, args };
}

/** One screen about a command. @param {string} name @param {import('./commands.mjs').Command} command */
export function helpOf(name, { help, arguments: wanted, language = 'en' }) {
  const { usage, common } = WORDS[language];
  const call = [callOf(name), ...(wanted ? ['--', wanted] : [])].join(' ');
  const [does = '', ...options] = `${help}\n${common}`.split('\n');
  return `${usage}: ${call}\n\n${does}\n\n${options.map((line) => `  ${line}\n`).join('')}`;
}

/** @param {string} name */
function callOf(name) {
  return name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
}
