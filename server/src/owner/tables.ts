import { getBorderCharacters, table } from 'table';
import type { MonthCount, StoredMessage } from '../messages/owner-store.ts';
import { showLine, showText } from './terminal-text.ts';

/** Characters of an id that are shown; `show` finds a message by as few as tell it from all others. */
const SHORT_ID = 8;
const NAME_WIDTH = 20;
const EMAIL_WIDTH = 28;
const LEAST_TEXT_WIDTH = 20;
/** Of a table that goes into a file or a pipe. */
const WIDTH_WITHOUT_TERMINAL = 120;
const BAR_WIDTH = 40;

type Row = Omit<StoredMessage, 'text'> & { text?: string };

/** One line a message; cut to the terminal's width. */
export function messagesTable(messages: readonly Row[], columns = process.stdout.columns): string {
  const others = SHORT_ID + 16 + 8 + NAME_WIDTH + EMAIL_WIDTH + 10;
  const textWidth = Math.max(LEAST_TEXT_WIDTH, (columns || WIDTH_WITHOUT_TERMINAL) - others);
  return plainTable([
    ['id', 'came', 'status', 'name', 'email', ...(hasTexts(messages) ? ['message'] : [])],
    ...messages.map((message) => [
      message.id.slice(0, SHORT_ID),
      localTime(message.createdAt),
      message.status,
      cut(message.name, NAME_WIDTH),
      cut(message.email, EMAIL_WIDTH),
      ...(message.text === undefined ? [] : [cut(message.text, textWidth)]),
    ]),
  ]);
}

function hasTexts(messages: readonly Row[]): boolean {
  return messages.some(({ text }) => text !== undefined);
}

/** All of one message. */
export function messageSheet(message: StoredMessage): string {
  const rows = [
    ['id', message.id],
    ['came', `${localTime(message.createdAt)} (${message.createdAt.toISOString()})`],
    ['status', message.status],
    ...(message.spamReasons.length > 0 ? [['taken for spam', message.spamReasons.map(showLine).join(', ')]] : []),
    ['name', showLine(message.name)],
    ['email', showLine(message.email)],
  ];
  return `${plainTable(rows)}\n${showText(message.text)}\n`;
}

/** A bar a month, months without a message among them. */
export function monthsTable(months: readonly MonthCount[]): string {
  const most = Math.max(...months.map(({ total }) => total));
  return plainTable([
    ['month', '', 'messages', 'of them spam'],
    ...withEmptyMonths(months).map(({ month, total, spam }) => [month, bar(total, most), String(total), String(spam)]),
  ]);
}

function bar(count: number, most: number): string {
  // What is more than nothing is never drawn as nothing.
  return '█'.repeat(Math.ceil((count / most) * BAR_WIDTH));
}

function withEmptyMonths(months: readonly MonthCount[]): MonthCount[] {
  const known = new Map(months.map((count) => [count.month, count]));
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? ''];
  const all: MonthCount[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) {
    all.push(known.get(month) ?? { month, total: 0, spam: 0 });
  }
  return all;
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/** `2026-11-21 09:05`, in this machine's time zone. */
function localTime(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ');
}

/** At most so many characters, none of them cut in two. */
function cut(text: string, width: number): string {
  const characters = [...new Intl.Segmenter().segment(showLine(text))].map(({ segment }) => segment);
  return characters.length <= width ? characters.join('') : `${characters.slice(0, width - 1).join('')}…`;
}

function plainTable(rows: string[][]): string {
  const lines = table(rows, {
    border: getBorderCharacters('void'),
    columnDefault: { paddingLeft: 0, paddingRight: 2 },
    drawHorizontalLine: () => false,
  });
  return lines.replace(/ +$/gm, '');
}
