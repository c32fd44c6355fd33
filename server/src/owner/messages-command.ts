import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type MessageFilter, type OwnerStore, STATUSES } from '../messages/owner-store.ts';
import { OperatorError } from '../operator-error.ts';
import { parseAge } from './age.ts';
import { confirm } from './confirm.ts';
import { DELIMITERS, exportMessages } from './export.ts';
import { messageSheet, messagesTable } from './tables.ts';
import { showLine } from './terminal-text.ts';

const DAY_MS = 86_400_000;
/** Browsers try for so long to deliver a message whose answer was lost; one deleted sooner could come a second time. */
const DELIVERY_DAYS = 30;
const LIST_LIMIT = 20;
const SHORTEST_ID_PREFIX = 4;

/**
 * `npm run messages`: the owner's work with stored messages from a terminal. Results go to standard output, all else to standard error.
 *
 * @param args what follows `npm run messages --`
 * @param openStore opens the database, when a command needs it: help needs none
 * @returns the exit code: 0, or 1 where something was wrong or was not done; what was wrong with the arguments has been said
 * @throws OperatorError for what the owner can mend
 */
export async function runMessagesCommand(
  args: readonly string[],
  openStore: () => Promise<OwnerStore>,
): Promise<number> {
  let exitCode = 0;

  async function agreed(yes: true | undefined, question: string): Promise<boolean> {
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
    .option('-n, --limit <count>', 'list at most so many', parseCount, LIST_LIMIT)
    .action(async (options: FilterOptions & { limit: number }) => {
      const owner = await openStore();
      const filter = toFilter(options);
      const [total, messages] = await Promise.all([owner.count(filter), owner.latest(filter, options.limit)]);
      if (messages.length > 0) process.stdout.write(messagesTable(messages));
      const rest = total > messages.length;
      note(rest ? `${messages.length} of ${countOf(total)}; --limit shows more.` : `${countOf(total)}.`);
    });

  program
    .command('show')
    .description('show all of one message')
    .argument('<id>', `its id, or the first ${SHORTEST_ID_PREFIX} characters of it or more`, parseIdPrefix)
    .action(async (prefix: string) => {
      const owner = await openStore();
      const [message, another] = await owner.findByIdPrefix(prefix);
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
    .action(async (options: FilterOptions & ExportOptions, command: Command) => {
      if (!options.csv && !options.json) command.error('error: say --csv or --json');
      const owner = await openStore();
      const written = await exportMessages(
        owner.all(toFilter(options)),
        options.json ? { kind: 'json' } : { kind: 'csv', delimiter: options.delimiter },
        options.output,
      );
      note(`Exported ${countOf(written)}${options.output === undefined ? '' : ` to ${options.output}`}.`);
    });

  program
    .command('delete')
    .description("delete all messages from one address, at its owner's request (LGPD, art. 18)")
    .requiredOption('--email <address>', 'whose messages; capitals and small letters are the same', parseEmail)
    .option('-y, --yes', 'do not ask')
    .action(async ({ email, yes }: { email: string; yes?: true }) => {
      const owner = await openStore();
      const found = await owner.findByEmail(email);
      if (found.length === 0) {
        note(`There is no message from ${showLine(email)}. Nothing was deleted.`);
      } else {
        process.stdout.write(messagesTable(found));
        if (!(await agreed(yes, `Delete ${thisMany(found.length)} from ${showLine(email)} for ever?`))) return;
        const ids = found.map(({ id }) => id);
        await owner.deleteByIds(ids);
        process.stdout.write(`Deleted ${countOf(ids.length)} from ${showLine(email)}:\n${ids.join('\n')}\n`);
      }
      const mentions = await owner.count({ search: email.trim() });
      if (mentions > 0) {
        note(
          `The address also stands in ${countOf(mentions)} that ${mentions === 1 ? 'is' : 'are'} not from it; see: list --search ${showLine(email)}`,
        );
      }
      note('Copies elsewhere are not touched: exports, backups, and the e-mails EmailJS sent you.');
    });

  program
    .command('purge')
    .description('delete all messages older than an age, as the server does by itself after MESSAGE_RETENTION_DAYS')
    .requiredOption('--older-than <age>', 'such as 365d, 52w or 1y', parseAge)
    .option('-y, --yes', 'do not ask')
    .action(async ({ olderThan, yes }: { olderThan: number; yes?: true }) => {
      const owner = await openStore();
      const { now } = await owner.readClock();
      const before = new Date(now.getTime() - olderThan * DAY_MS);
      const due = await owner.count({ before });
      if (due === 0) {
        note(`No message is older than ${olderThan} days. Nothing was deleted.`);
        return;
      }
      if (olderThan <= DELIVERY_DAYS) {
        note(
          `A visitor's browser may try for ${DELIVERY_DAYS} days to deliver a message whose answer it never got: one that you delete sooner can come again.`,
        );
      }
      const question = `Delete ${thisMany(due)} that came before ${before.toISOString()} for ever? The database's clock says ${now.toISOString()}.`;
      if (!(await agreed(yes, question))) return;
      const deleted = await owner.purge(before);
      process.stdout.write(`Deleted ${countOf(deleted)} that came before ${before.toISOString()}.\n`);
    });

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
}

interface FilterOptions extends Partial<Record<(typeof STATUSES)[number], true>> {
  search?: string;
}

interface ExportOptions {
  csv?: true;
  json?: true;
  output?: string;
  delimiter: keyof typeof DELIMITERS;
}

function withFilter(command: Command): Command {
  for (const status of STATUSES) {
    const others = STATUSES.filter((other) => other !== status);
    command.addOption(new Option(`--${status}`, `only those whose status is ${status}`).conflicts([...others]));
  }
  return command.option('--search <text>', 'only those with this in name, address or text');
}

function toFilter(options: FilterOptions): MessageFilter {
  return { status: STATUSES.find((status) => options[status]), search: options.search };
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 to 999999.');
  return Number(text);
}

function parseIdPrefix(text: string): string {
  if (/^[0-9a-f-]{4,36}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('Expected an id as list shows it: digits, letters from a to f, and hyphens.');
}

function parseEmail(text: string): string {
  if (text.includes('@')) return text;
  throw new InvalidArgumentError('Expected an email address.');
}

function note(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function countOf(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`;
}

function thisMany(count: number): string {
  return count === 1 ? 'this message' : `these ${count} messages`;
}
