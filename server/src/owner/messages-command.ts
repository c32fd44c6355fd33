import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type MessageFilter, type OwnerStore, STATUSES, type StoredMessage } from '../messages/owner-store.ts';
import { OperatorError } from '../operator-error.ts';
import { confirm } from './confirm.ts';
import { DELIMITERS, exportMessages } from './export.ts';
import { importMessages } from './import.ts';
import { speakPortuguese } from './portuguese-help.ts';
import { messageSheet, messagesTable } from './tables.ts';
import { showLine } from './terminal-text.ts';

const DAY_MS = 86_400_000;
/** Browsers try to deliver for so long: a message deleted sooner could come a second time. */
const DELIVERY_DAYS = 30;
const UNIT_DAYS = { d: 1, w: 7, y: 365 } as const;
const LONGEST_AGE_DAYS = 36_500;
const DEFAULT_LIMIT = '20';

/** Of `list --new` where there is none: neither success nor a fault. */
const NONE_NEW = 2;

type Status = (typeof STATUSES)[number];
const STATUS_NAMES: Record<Status, string> = { new: 'nova', read: 'lida', archived: 'arquivada', spam: 'spam' };

const parseCount = parseText(/^[1-9]\d{0,5}$/, 'um número inteiro de 1 a 999999');
const parseIdPrefix = parseText(
  /^[0-9a-f-]{4,36}$/i,
  'um id como list o mostra: algarismos, letras de a até f e hífens',
);
const parseEmail = parseText(/@/, 'um endereço de e-mail');
const parseStatus = parseText(new RegExp(`^(${STATUSES.join('|')})$`), `uma destas situações: ${STATUSES.join(', ')}`);
const parseDelimiter = parseText(
  new RegExp(`^(${Object.keys(DELIMITERS).join('|')})$`),
  `um destes nomes: ${Object.keys(DELIMITERS).join(', ')}`,
);

/**
 * `npm run messages`: results go to standard output, everything else to standard error.
 *
 * @param args what follows `npm run messages --`
 * @param openStore called by commands that need the database
 * @param name what was typed to get here, for the help
 * @returns the exit code: 1 where the arguments were wrong or something was not done, 2 where `list --new` found none
 * @throws OperatorError for what the owner can correct
 */
export async function runMessagesCommand(
  args: readonly string[],
  openStore: () => Promise<OwnerStore>,
  name = 'npm run messages --',
): Promise<number> {
  let exitCode = 0;

  async function agreed({ yes }: Options, question: string): Promise<boolean> {
    if (yes || (await confirm(question, process.stdin, process.stderr))) return true;
    note('Nada foi apagado.');
    exitCode = 1;
    return false;
  }

  const program = speakPortuguese(new Command(name))
    .description('Trabalha com as mensagens guardadas, com o site no ar ou fora dele.')
    .usage('<comando> [opções]')
    .exitOverride();

  withFilter(program.command('list'))
    .description('lista as mensagens, a mais nova primeiro')
    .option('-n, --limit <número>', `no máximo tantas (${DEFAULT_LIMIT}, se nada for dito)`, parseCount)
    .action(async (options: Options) => {
      const owner = await openStore();
      const filter = toFilter(options);
      const limit = Number(options.limit ?? DEFAULT_LIMIT);
      const [total, messages] = await Promise.all([owner.count(filter), owner.latest(filter, limit)]);
      if (messages.length > 0) process.stdout.write(messagesTable(messages));
      const rest = total > messages.length;
      const spam = options.new ? ` No spam: ${countOf(await owner.count({ ...filter, status: 'spam' }))}.` : '';
      note(`${rest ? `${messages.length} de ${countOf(total)}; --limit mostra mais` : countOf(total)}.${spam}`);
      if (options.new && total === 0) exitCode = NONE_NEW;
    });

  withId(program.command('show'), '<id>')
    .description('mostra uma mensagem inteira')
    .action(async (prefix: string) => {
      process.stdout.write(messageSheet(await findOne(await openStore(), prefix)));
    });

  withId(program.command('mark'), '<id>')
    .description('muda a situação de uma mensagem')
    .argument('<situação>', STATUSES.join(', '), parseStatus)
    .action(async (prefix: string, status: Status) => {
      const owner = await openStore();
      const { id } = await findOne(owner, prefix);
      await owner.mark(id, status);
      note(`A mensagem ${id} agora é: ${STATUS_NAMES[status]}.`);
    });

  withFilter(program.command('export'))
    .description(
      'escreve as mensagens, a mais antiga primeiro, para uma planilha, um programa ou uma cópia de segurança',
    )
    .addOption(new Option('--csv', 'para uma planilha: CSV em UTF-8, seguro de abrir').conflicts(['json', 'backup']))
    .addOption(new Option('--json', 'para um programa: uma lista, cada texto como foi enviado').conflicts('backup'))
    .option('--backup', 'para guardar ou levar a outro banco: import lê de volta')
    .option('-o, --output <arquivo>', 'neste arquivo, que só você pode ler; senão, na saída padrão')
    .option('--force', 'troca um arquivo que já existe')
    .option(
      '--delimiter <nome>',
      `entre os valores do CSV: ${Object.keys(DELIMITERS).join(', ')}; o Excel em português abre semicolon`,
      parseDelimiter,
    )
    .action(async (options: Options, command: Command) => {
      const { csv, json, backup, delimiter = 'comma', output, force } = options;
      if (!csv && !json && !backup) command.error('erro: diga --csv, --json ou --backup');
      const owner = await openStore();
      const format = csv ? { delimiter: DELIMITERS[delimiter] } : backup ? 'backup' : 'json';
      const written = await exportMessages(owner.all(toFilter(options)), format, output, force);
      note(`${countOf(written)} em ${output ?? 'texto'}.`);
    });

  program
    .command('import')
    .description('lê de volta o que export --backup escreveu; o que já está no banco fica como está')
    .argument('<arquivo>', 'o arquivo, ou - para a entrada padrão')
    .action(async (file: string) => {
      const { read, added } = await importMessages(await openStore(), file);
      note(`${countOf(read)} na cópia: ${added} guardadas agora, ${read - added} já estavam aqui.`);
    });

  withId(program.command('delete'), '[id]')
    .description('apaga uma mensagem, ou todas de um endereço, a pedido de seu dono (LGPD, art. 18)')
    .option('--email <endereço>', 'todas deste endereço; maiúsculas e minúsculas são iguais', parseEmail)
    .option('-y, --yes', 'não pergunta')
    .action(async (prefix: string | undefined, options: Options, command: Command) => {
      const email = options.email?.trim();
      if ((prefix === undefined) === (email === undefined)) command.error('erro: diga um id ou --email, e só um deles');
      const owner = await openStore();
      const found = email === undefined ? [await findOne(owner, prefix ?? '')] : await owner.findByEmail(email);
      const from = email === undefined ? '' : ` de ${showLine(email)}`;
      if (found.length === 0) {
        note(`Não há mensagem${from}. Nada foi apagado.`);
      } else {
        process.stdout.write(messagesTable(found));
        if (!(await agreed(options, `Apagar ${countOf(found.length)}${from} para sempre?`))) return;
        const ids = found.map(({ id }) => id);
        await owner.deleteByIds(ids);
        process.stdout.write(`${countOf(ids.length)}${from} para sempre fora:\n${ids.join('\n')}\n`);
      }
      const mentions = email === undefined ? 0 : await owner.count({ search: email });
      if (mentions > 0) {
        note(`O endereço também está em ${countOf(mentions)} de outros; veja: list --search ${showLine(email ?? '')}`);
      }
      note(
        'Cópias em outros lugares não foram tocadas: exportações, cópias de segurança e os e-mails que você recebeu.',
      );
    });

  program
    .command('purge')
    .description('apaga o que passou de uma idade, como o servidor faz sozinho após MESSAGE_RETENTION_DAYS')
    .requiredOption('--older-than <idade>', 'como 365d, 52w ou 1y', parseAge)
    .option('-y, --yes', 'não pergunta')
    .action(async (options: Options) => {
      const { olderThan } = options;
      const owner = await openStore();
      const { now } = await owner.readClock();
      const before = new Date(now.getTime() - olderThan * DAY_MS);
      const due = await owner.count({ before });
      if (due === 0) return note(`Nenhuma mensagem tem mais de ${olderThan} dias. Nada foi apagado.`);
      if (olderThan <= DELIVERY_DAYS) {
        note(
          `O navegador de um visitante pode tentar por ${DELIVERY_DAYS} dias entregar uma mensagem cuja resposta não recebeu: uma que você apaga antes pode vir de novo.`,
        );
      }
      const what = `anteriores a ${before.toISOString()}`;
      const question = `Apagar ${countOf(due)} ${what} para sempre? No relógio do banco são ${now.toISOString()}.`;
      if (!(await agreed(options, question))) return;
      process.stdout.write(`${countOf(await owner.purge(before))} ${what} para sempre fora.\n`);
    });

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
}

/** Of all commands together. */
interface Options extends Partial<Record<Status | 'csv' | 'json' | 'backup' | 'force' | 'yes', true>> {
  search?: string;
  limit?: string;
  output?: string;
  delimiter?: keyof typeof DELIMITERS;
  email?: string;
  /** In days. */
  olderThan: number;
}

function withFilter(command: Command): Command {
  for (const status of STATUSES) {
    const others = STATUSES.filter((other) => other !== status);
    command.addOption(new Option(`--${status}`, `só as de situação ${status}`).conflicts([...others]));
  }
  return command.option('--search <texto>', 'só as que têm isto no nome, no endereço ou no texto');
}

function withId(command: Command, argument: '<id>' | '[id]'): Command {
  return command.argument(argument, 'o id, ou ao menos seus 4 primeiros caracteres', parseIdPrefix);
}

/** @throws OperatorError where no message or more than one begins with it */
async function findOne(owner: OwnerStore, prefix: string): Promise<StoredMessage> {
  const [message, another] = await owner.findByIdPrefix(prefix.toLowerCase());
  if (message === undefined) throw new OperatorError(`Não há mensagem cujo id comece com ${prefix}.`);
  if (another === undefined) return message;
  throw new OperatorError(`Mais de um id começa com ${prefix}: escreva mais caracteres dele.`);
}

function toFilter(options: Options): MessageFilter {
  return { status: STATUSES.find((status) => options[status]), search: options.search };
}

function parseText(pattern: RegExp, expected: string) {
  return (text: string): string => {
    if (pattern.test(text)) return text;
    throw new InvalidArgumentError(`Era esperado ${expected}.`);
  };
}

/** Reads an age such as `365d`, `52w` or `1y` (365 days). @returns days */
function parseAge(text: string): number {
  const [, number, unit] = /^([1-9]\d{0,4})([dwy])$/.exec(text.trim()) ?? [];
  // The expression allows only these letters.
  const days = Number(number) * UNIT_DAYS[unit as keyof typeof UNIT_DAYS];
  if (days <= LONGEST_AGE_DAYS) return days;
  throw new InvalidArgumentError('Era esperado um número de dias, semanas ou anos, como 365d, 52w ou 1y.');
}

function note(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function countOf(count: number): string {
  return count === 1 ? '1 mensagem' : `${count} mensagens`;
}
