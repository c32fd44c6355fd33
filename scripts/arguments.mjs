import { parseArgs } from 'node:util';
import { CommandFailed } from './run.mjs';

const WORDS = {
  en: {
    usage: 'Usage',
    command: '<command>',
    options: '[options]',
    common: '--help              shows this',
    fault: 'Not understood',
    missing: 'an argument is missing',
    see: 'To see what there is',
  },
  pt: {
    usage: 'Uso',
    command: '<comando>',
    options: '[opções]',
    common: '--help              mostra isto',
    fault: 'Não entendi',
    missing: 'falta um argumento',
    see: 'Para ver o que há',
  },
};

/** @typedef {{ help: string, arguments?: string, language?: 'en' | 'pt' }} Described a command, as in commands.mjs */

/** @typedef {{ values: Record<string, any>, positionals: string[], args: string[] }} Given what was typed after `--` */

/**
 * Reads what was typed after a command (`call`, such as `npm run doctor --`), by what its help says.
 * @param {string} call @param {Described} command @param {string[]} args
 * @returns {Given}
 * @throws {CommandFailed} if something is unknown, missing or too much
 */
export function readArguments(call, { help, arguments: wanted, language = 'en' }, args) {
  const words = WORDS[language];
  const lines = `${help}\n${words.common}`.matchAll(/^--([\w-]+)( <[^>]+>)?( …)?/gm);
  /** @type {import('node:util').ParseArgsConfig['options']} */
  const options = Object.fromEntries(
    [...lines].map(([, option = '', value, more]) => [
      option,
      { type: value ? 'string' : 'boolean', multiple: !!more, ...(option === 'help' && { short: 'h' }) },
    ]),
  );
  let given;
  try {
    given = parseArgs({ args, options, allowPositionals: wanted !== undefined });
  } catch (error) {
    // Such as: Option '--only <value>' argument missing
    const [, quoted = ''] = /'(.*?)[ ']/.exec(error instanceof Error ? error.message : '') ?? [];
    throw notUnderstood(call, quoted, language);
  }
  const { values, positionals } = given;
  const needed = wanted?.match(/<[^>]+>/g)?.length ?? 0;
  if (needed > 0 && !values['help']) {
    if (positionals.length < needed) throw notUnderstood(call, words.missing, language);
    if (positionals[needed] !== undefined) throw notUnderstood(call, positionals[needed], language);
  }
  return { values, positionals, args };
}

/** @param {string} call @param {string} word that nothing takes @param {'en' | 'pt'} [language] */
export function notUnderstood(call, word, language = 'en') {
  const { fault, see } = WORDS[language];
  return new CommandFailed(`${fault}: ${word}. ${see}: ${call} --help`);
}

/** One screen about a command. @param {string} call @param {Described} command */
export function helpOf(call, { help, arguments: wanted, language = 'en' }) {
  const { usage, options, common } = WORDS[language];
  const [does, ...lines] = `${help}\n${common}`.split('\n');
  const form = [call, options, ...(wanted ? [wanted] : [])].join(' ');
  return `${usage}: ${form}\n\n${does}\n\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** @param {string} call @param {Record<string, Described>} commands @param {'en' | 'pt'} [language] */
export function listOf(call, commands, language = 'en') {
  const { usage, command, common } = WORDS[language];
  const lines = Object.entries(commands).map(([name, { help }]) => `  ${name.padEnd(18)}  ${help.split('\n')[0]}\n`);
  return `${usage}: ${call} ${command}\n\n${lines.join('')}  ${common}\n`;
}
