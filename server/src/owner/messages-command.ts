import { helpOf, listOf, notUnderstood, readArguments } from '../../../scripts/arguments.mjs';
import { type MessageFilter, type OwnerStore, STATUSES, type StoredMessage } from '../messages/owner-store.ts';
import { OperatorError } from '../operator-error.ts';
import { confirm } from './confirm.ts';
import { DELIMITERS, exportMessages, FORMATS } from './export.ts';
import { importMessages } from './import.ts';
import { messageSheet, messagesTable } from './tables.ts';
import { showLine } from './terminal-text.ts';

const DAY_MS = 86_400_000;
/** Browsers try to deliver for this long: a message deleted sooner could come a second time. */
const DELIVERY_DAYS = 30;

/** `list --new` found none: neither success nor a fault. */
const NONE_NEW = 2;

type Status = (typeof STATUSES)[number];
const DELIMITER_NAMES = Object.keys(DELIMITERS) as (keyof typeof DELIMITERS)[];

type OpenStore = () => Promise<OwnerStore>;

interface Options extends Partial<Record<Status | (typeof FORMATS)[number] | 'yes' | 'help', boolean>> {
  search?: string;
  limit?: string;
  output?: string;
  delimiter?: string;
  email?: string;
  'older-than'?: string;
}

interface Subcommand {
  help: string;
  arguments?: string;
  run(openStore: OpenStore, options: Options, positionals: string[]): Promise<number | undefined>;
}

const FILTERS = `${STATUSES.map((status) => `${`--${status}`.padEnd(20)}só as de situação ${status}\n`).join('')}\
--search <texto>    só as que têm isto no nome, no endereço ou no texto`;

const SUBCOMMANDS: Record<string, Subcommand> = {
  list: {
    help: `Lista as mensagens, a mais nova primeiro.
${FILTERS}
--limit <número>    no máximo tantas; 20, se nada for dito`,
    async run(openStore, options) {
      const filter = readFilter(options);
      const limit = read('--limit', options.limit ?? '20', /^[1-9]\d{0,5}$/, 'um número inteiro de 1 a 999999');
      const owner = await openStore();
      const [total, messages] = await Promise.all([owner.count(filter), owner.latest(filter, Number(limit))]);
      if (messages.length > 0) process.stdout.write(messagesTable(messages));
      const rest = total > messages.length;
      const spam = options.new ? ` No spam: ${countOf(await owner.count({ ...filter, status: 'spam' }))}.` : '';
      note(`${rest ? `${messages.length} de ${countOf(total)}; --limit mostra mais` : countOf(total)}.${spam}`);
      return options.new && total === 0 ? NONE_NEW : 0;
    },
  },

  show: {
    help: 'Mostra uma mensagem inteira. Do id bastam 4 caracteres.',
    arguments: '<id>',
    async run(openStore, _options, [id]) {
      process.stdout.write(messageSheet(await findOne(await openStore(), id)));
    },
  },

  mark: {
    help: `Muda a situação de uma mensagem: ${STATUSES.join(', ')}.`,
    arguments: '<id> <situação>',
    async run(openStore, _options, [prefix, wanted]) {
      const status = readName('situação', wanted, STATUSES);
      const owner = await openStore();
      const { id } = await findOne(owner, prefix);
      await owner.mark(id, status);
      note(`A mensagem ${id} agora é: ${status}.`);
    },
  },

  export: {
    help: `Escreve as mensagens, a mais antiga primeiro, com --csv, --json ou --backup.
--csv               para uma planilha: em UTF-8, seguro de abrir
--json              para um programa: uma lista, cada texto como foi enviado
--backup            para guardar ou levar a outro banco: import lê de volta
--output <arquivo>  num arquivo novo, que só você pode ler; senão, na saída padrão
--delimiter <nome>  do CSV: ${DELIMITER_NAMES.join(', ')}; o Excel em português abre semicolon
${FILTERS}`,
    async run(openStore, options) {
      const { output } = options;
      const format = onlyOne(options, FORMATS);
      if (format === undefined) throw new OperatorError('Diga --csv, --json ou --backup.');
      const delimiter = readName('--delimiter', options.delimiter ?? 'comma', DELIMITER_NAMES);
      const filter = readFilter(options);
      const owner = await openStore();
      const written = await exportMessages(owner.all(filter), format, DELIMITERS[delimiter], output);
      note(`${countOf(written)} em ${output ?? 'texto'}.`);
    },
  },

  import: {
    help: 'Lê de volta o que export --backup escreveu; o que já está no banco fica como está. - é a entrada padrão.',
    arguments: '<arquivo>',
    async run(openStore, _options, [file = '']) {
      const { read, added } = await importMessages(await openStore(), file);
      note(`${countOf(read)} na cópia: ${added} guardadas agora, ${read - added} já estavam aqui.`);
    },
  },

  delete: {
    help: `Apaga uma mensagem, ou todas de um endereço, a pedido de seu dono (LGPD, art. 18).
--email <endereço>  todas deste endereço; maiúsculas e minúsculas são iguais
--yes               não pergunta`,
    arguments: '[id]',
    async run(openStore, options, [prefix, ...others]) {
      const email = options.email?.trim();
      if (Boolean(prefix) === Boolean(email) || others.length > 0) {
        throw new OperatorError('Diga um id ou --email, e só um deles.');
      }
      const owner = await openStore();
      const found = email ? await owner.findByEmail(email) : [await findOne(owner, prefix)];
      const from = email ? ` de ${showLine(email)}` : '';
      if (found.length === 0) {
        note(`Não há mensagem${from}. Nada foi apagado.`);
      } else {
        process.stdout.write(messagesTable(found));
        const question = `Apagar ${countOf(found.length)}${from} para sempre?`;
        if (!options.yes) await confirm(question, process.stdin, process.stderr);
        const ids = found.map(({ id }) => id);
        await owner.deleteByIds(ids);
        process.stdout.write(`${countOf(ids.length)}${from} para sempre fora:\n${ids.join('\n')}\n`);
      }
      const mentions = email ? await owner.count({ search: email }) : 0;
      if (mentions > 0) {
        note(`O endereço também está em ${countOf(mentions)} de outros; veja: list --search ${showLine(email ?? '')}`);
      }
      note(
        'Cópias em outros lugares não foram tocadas: exportações, cópias de segurança e os e-mails que você recebeu.',
      );
    },
  },

  purge: {
    help: `Apaga o que passou de uma idade, como o servidor faz sozinho após MESSAGE_RETENTION_DAYS.
--older-than <idade>  em dias, como 365d
--yes                 não pergunta`,
    async run(openStore, options) {
      const age = read('--older-than', options['older-than'], /^[1-9]\d{0,4}d$/, 'um número de dias, como 365d');
      const days = Number.parseInt(age, 10);
      const owner = await openStore();
      const { now } = await owner.readClock();
      const before = new Date(now.getTime() - days * DAY_MS);
      const due = await owner.count({ before });
      if (due === 0) {
        note(`Nenhuma mensagem tem mais de ${days} dias. Nada foi apagado.`);
        return;
      }
      if (days <= DELIVERY_DAYS) {
        note(
          `O navegador de um visitante pode tentar por ${DELIVERY_DAYS} dias entregar uma mensagem cuja resposta não recebeu: uma que você apaga antes pode vir de novo.`,
        );
      }
      const what = `anteriores a ${before.toISOString()}`;
      const question = `Apagar ${countOf(due)} ${what} para sempre? No relógio do banco são ${now.toISOString()}.`;
      if (!options.yes) await confirm(question, process.stdin, process.stderr);
      process.stdout.write(`${countOf(await owner.purge(before))} ${what} para sempre fora.\n`);
    },
  },
};

/**
 * `npm run messages`: results go to standard output, everything else to standard error. `openStore` is called by
 * commands that need the database; `call` is what was typed, for the help.
 * @returns the exit code: 2 if `list --new` found none
 * @throws OperatorError or CommandFailed for what the owner can correct
 */
export async function runMessagesCommand(
  [name = '--help', ...args]: readonly string[],
  openStore: OpenStore,
  call = 'npm run messages --',
): Promise<number> {
  const command = Object.hasOwn(SUBCOMMANDS, name) && SUBCOMMANDS[name];
  if (!command) {
    if (!/^(--help|-h)$/.test(name)) throw notUnderstood(call, name, 'pt');
    process.stdout.write(listOf(call, SUBCOMMANDS, 'pt'));
    return 0;
  }
  const described = { ...command, language: 'pt' as const };
  const { values, positionals } = readArguments(`${call} ${name}`, described, args);
  if (!values['help']) return (await command.run(openStore, values, positionals)) ?? 0;
  process.stdout.write(helpOf(`${call} ${name}`, described));
  return 0;
}

function readFilter(options: Options): MessageFilter {
  return { status: onlyOne(options, STATUSES), search: options.search };
}

function onlyOne<Name extends keyof Options>(options: Options, names: readonly Name[]): Name | undefined {
  const [given, another] = names.filter((name) => options[name]);
  if (another === undefined) return given;
  throw new OperatorError(`--${given} não combina com --${another}.`);
}

function readName<Name extends string>(what: string, given: string | undefined, names: readonly Name[]): Name {
  return read(what, given, new RegExp(`^(${names.join('|')})$`), `uma destas palavras: ${names.join(', ')}`) as Name;
}

function read(what: string, given = '', form: RegExp, expected: string): string {
  if (form.test(given)) return given;
  throw new OperatorError(`${what}: era esperado ${expected}; veio "${given}".`);
}

async function findOne(owner: OwnerStore, given: string | undefined): Promise<StoredMessage> {
  const prefix = read('id', given, /^[\da-f-]{4,36}$/i, 'um id como list o mostra, ou ao menos 4 caracteres dele');
  const [message, another] = await owner.findByIdPrefix(prefix.toLowerCase());
  if (message === undefined) throw new OperatorError(`Não há mensagem cujo id comece com ${prefix}.`);
  if (another === undefined) return message;
  throw new OperatorError(`Mais de um id começa com ${prefix}: escreva mais caracteres dele.`);
}

function note(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function countOf(count: number): string {
  return count === 1 ? '1 mensagem' : `${count} mensagens`;
}
