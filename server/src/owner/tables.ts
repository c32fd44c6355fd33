import { getBorderCharacters, table } from 'table';
import type { StoredMessage } from '../messages/owner-store.ts';
import { showLine, showText } from './terminal-text.ts';

/** Characters of an id that are shown; `show` finds a message by as few as tell it from all others. */
const SHORT_ID = 8;
const NAME_WIDTH = 20;
const EMAIL_WIDTH = 28;
const LEAST_TEXT_WIDTH = 20;
/** Of a table that goes into a file or a pipe. */
const WIDTH_WITHOUT_TERMINAL = 120;

/** One line a message; cut to the terminal's width. */
export function messagesTable(messages: readonly StoredMessage[], columns = process.stdout.columns): string {
  const others = SHORT_ID + 16 + 8 + NAME_WIDTH + EMAIL_WIDTH + 10;
  const textWidth = Math.max(LEAST_TEXT_WIDTH, (columns || WIDTH_WITHOUT_TERMINAL) - others);
  return plainTable([
    ['id', 'came', 'status', 'name', 'email', 'message'],
    ...messages.map((message) => [
      message.id.slice(0, SHORT_ID),
      localTime(message.createdAt),
      message.status,
      cut(message.name, NAME_WIDTH),
      cut(message.email, EMAIL_WIDTH),
      cut(message.text, textWidth),
    ]),
  ]);
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
