import { type Command, Help } from 'commander';

/** What Commander 14 says in English, in its words. */
const SENTENCES: [RegExp, string][] = [
  [/^error: /, 'erro: '],
  [/unknown command ('.*')/, 'comando desconhecido: $1'],
  [/unknown option ('.*')/, 'opção desconhecida: $1'],
  [/\(Did you mean (?:one of )?(.*)\?\)/, '(Seria $1?)'],
  [/option ('.*') cannot be used with option ('.*')/, 'a opção $1 não combina com a opção $2'],
  [/required option ('.*') not specified/, 'falta a opção $1'],
  [/missing required argument ('.*')/, 'falta o argumento $1'],
  [/option ('.*') argument missing/, 'a opção $1 precisa de um valor'],
  [/option ('.*') argument ('.*') is invalid\./, 'na opção $1, o valor $2 não serve.'],
  [/command-argument value ('.*') is invalid for argument ('.*')\./, 'o valor $1 não serve para $2.'],
  [
    /too many arguments( for '.*')?\. Expected (\d+) .* but got (\d+)/,
    'argumentos demais: eram esperados $2, vieram $3',
  ],
];

const TITLES: Record<string, string> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opções:',
  'Commands:': 'Comandos:',
};

/** Has a program, and the commands added to it after this, speak Portuguese: the owner's language. */
export function speakPortuguese(program: Command): Command {
  const help = new Help();
  const translate = (words: string) => words.replaceAll('[options]', '[opções]');
  return program
    .helpOption('-h, --help', 'mostra esta ajuda')
    .helpCommand('help [comando]', 'mostra a ajuda de um comando')
    .configureHelp({
      showGlobalOptions: false,
      styleTitle: (title) => TITLES[title] ?? title,
      commandUsage: (command) => translate(help.commandUsage(command)),
      subcommandTerm: (command) => translate(help.subcommandTerm(command)),
    })
    .configureOutput({
      outputError: (text, write) =>
        write(SENTENCES.reduce((sentence, [english, portuguese]) => sentence.replace(english, portuguese), text)),
    });
}
