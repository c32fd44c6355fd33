import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type MessageFilter, type OwnerStore, STATUSES } from '../messages/owner-store.ts';
import { OperatorError } from '../operator-error.ts';
import { confirm } from './confirm.ts';
import { DELIMITERS, exportMessages } from './export.ts';
import { messageSheet, messagesTable } from './tables.ts';
import { showLine } from './terminal-text.ts';

const DAY_MS = 86_400_000;
/** Browsers try to deliver for so long: a message deleted sooner could come a second time. */
const DELIVERY_DAYS = 30;
const UNIT_DAYS = { d: 1, w: 7, y: 365 } as const;
const LONGEST_AGE_DAYS = 36_500;

const parseCount = parseText(/^[1-9]\d{0,5}$/, 'a whole number from 1 to 999999');
const parseIdPrefix = parseText(
  /^[0-9a-f-]{4,36}$/i,
  'an id as list shows it: digits, letters from a to f, and hyphens',
);
const parseEmail = parseText(/@/, 'an email address');

/**
 * `npm run messages`: results go to standard output, everything else to standard error.
 *
 * @param args what follows `npm run messages --`
 * @param openStore called by commands that need the database
 * @returns the exit code: 1 where the arguments were wrong or something was not done
 * @throws OperatorError for what the owner can correct
 */
export async function runMessagesCommand(
  args: readonly string[],
  openStore: () => Promise<OwnerStore>,
): Promise<number> {
  let exitCode = 0;

  async function agreed({ yes }: Options, question: string): Promise<boolean> {
    if (yes || (await confirm(question, process.stdin, process.stderr))) return true;
    note('Nothing was deleted.');
    exitCode = 1;
    return false;
  }

  const program = new Command('npm run messages --')
    .description("Works with the site's stored messages, while the site runs or when it does not.")
    .usage('<command> [options]')
    .exitOverride()
    .configureHelp({ showGlobalOptions: false });

  withFilter(program.command('list'))
    .description('list messages, the newest first')
    .option('-n, --limit <count>', 'list at most so many', parseCount, '20')
    .action(async (options: Options) => {
      const owner = await openStore();
      const filter = toFilter(options);
      const [total, messages] = await Promise.all([owner.count(filter), owner.latest(filter, Number(options.limit))]);
      if (messages.length > 0) process.stdout.write(messagesTable(messages));
      const rest = total > messages.length;
      note(rest ? `${messages.length} of ${countOf(total)}; --limit shows more.` : `${countOf(total)}.`);
    });

  program
    .command('show')
    .description('show all of one message')
    .argument('<id>', 'its id, or the first 4 characters of it or more', parseIdPrefix)
    .action(async (prefix: string) => {
      const [message, another] = await (await openStore()).findByIdPrefix(prefix.toLowerCase());
      if (message === undefined) throw new OperatorError(`There is no message whose id begins with ${prefix}.`);
      if (another !== undefined) {
        throw new OperatorError(`More than one id begins with ${prefix}: give more characters of it.`);
      }
      process.stdout.write(messageSheet(message));
    });

  withFilter(program.command('export'))
    .description('write messages, the oldest first, as CSV for a spreadsheet or as JSON for a program')
    .addOption(new Option('--csv', 'as CSV: UTF-8, safe to open in a spreadsheet').conflicts('json'))
    .option('--json', 'as JSON: an array, every text exactly as it was sent')
    .option('-o, --output <file>', 'into this file, for your eyes only; default: standard output')
    .addOption(
      new Option('--delimiter <name>', 'between the values of CSV; Excel in Portuguese opens semicolon')
        .choices(Object.keys(DELIMITERS))
        .default('comma'),
    )
    .action(async (options: Options, command: Command) => {
      const { csv, json, delimiter, output } = options;
      if (!csv && !json) command.error('error: say --csv or --json');
      const owner = await openStore();
      const written = await exportMessages(owner.all(toFilter(options)), csv && DELIMITERS[delimiter], output);
      note(`Exported ${countOf(written)}${output === undefined ? '' : ` to ${output}`}.`);
    });

  program
    .command('delete')
    .description("delete all messages from one address, at its owner's request (LGPD, art. 18)")
    .requiredOption('--email <address>', 'whose messages; capitals and small letters are the same', parseEmail)
    .option('-y, --yes', 'do not ask')
    .action(async (options: Options) => {
      const owner = await openStore();
      const email = options.email.trim();
      const found = await owner.findByEmail(email);
      if (found.length === 0) {
        note(`There is no message from ${showLine(email)}. Nothing was deleted.`);
      } else {
        process.stdout.write(messagesTable(found));
        if (!(await agreed(options, `Delete ${countOf(found.length)} from ${showLine(email)} for ever?`))) return;
        const ids = found.map(({ id }) => id);
        await owner.deleteByIds(ids);
        process.stdout.write(`Deleted ${countOf(ids.length)} from ${showLine(email)}:\n${ids.join('\n')}\n`);
      }
      const mentions = await owner.count({ search: email });
      if (mentions > 0) {
        note(`The address also stands in ${countOf(mentions)} of others; see: list --search ${showLine(email)}`);
      }
      note('Copies elsewhere are not touched: exports, backups, and the e-mails EmailJS sent you.');
    });

  program
    .command('purge')
    .description('delete all messages older than an age, as the server does by itself after MESSAGE_RETENTION_DAYS')
    .requiredOption('--older-than <age>', 'such as 365d, 52w or 1y', parseAge)
    .option('-y, --yes', 'do not ask')
    .action(async (options: Options) => {
      const { olderThan } = options;
      const owner = await openStore();
      const { now } = await owner.readClock();
      const before = new Date(now.getTime() - olderThan * DAY_MS);
      const due = await owner.count({ before });
      if (due === 0) return note(`No message is older than ${olderThan} days. Nothing was deleted.`);
      if (olderThan <= DELIVERY_DAYS) {
        note(
          `A visitor's browser may try for ${DELIVERY_DAYS} days to deliver a message whose answer it never got: one that you delete sooner can come again.`,
        );
      }
      const what = `that came before ${before.toISOString()}`;
      const question = `Delete ${countOf(due)} ${what} for ever? The database's clock says ${now.toISOString()}.`;
      if (!(await agreed(options, question))) return;
      process.stdout.write(`Deleted ${countOf(await owner.purge(before))} ${what}.\n`);
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
interface Options extends Partial<Record<(typeof STATUSES)[number] | 'csv' | 'json' | 'yes', true>> {
  search?: string;
  limit: string;
  output?: string;
  delimiter: keyof typeof DELIMITERS;
  email: string;
  /** In days. */
  olderThan: number;
}

function withFilter(command: Command): Command {
  for (const status of STATUSES) {
    const others = STATUSES.filter((other) => other !== status);
    command.addOption(new Option(`--${status}`, `only those whose status is ${status}`).conflicts([...others]));
  }
  return command.option('--search <text>', 'only those with this in name, address or text');
}

function toFilter(options: Options): MessageFilter {
  return { status: STATUSES.find((status) => options[status]), search: options.search };
}

function parseText(pattern: RegExp, expected: string) {
  return (text: string): string => {
    if (pattern.test(text)) return text;
    throw new InvalidArgumentError(`Expected ${expected}.`);
  };
}

/** Reads an age such as `365d`, `52w` or `1y` (365 days). @returns days */
function parseAge(text: string): number {
  const [, number, unit] = /^([1-9]\d{0,4})([dwy])$/.exec(text.trim()) ?? [];
  // The expression allows only these letters.
  const days = Number(number) * UNIT_DAYS[unit as keyof typeof UNIT_DAYS];
  if (days <= LONGEST_AGE_DAYS) return days;
  throw new InvalidArgumentError('Expected a number of days, weeks or years, such as 365d, 52w or 1y.');
}

function note(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function countOf(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`;
}
