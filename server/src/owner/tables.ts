import { getBorderCharacters, table } from 'table';
import type { StoredMessage } from '../messages/owner-store.ts';
import { showLine, showText } from './terminal-text.ts';

const ID_WIDTH = 8;
const NAME_WIDTH = 20;
const EMAIL_WIDTH = 28;
const LEAST_TEXT_WIDTH = 20;
const WIDTH_WITHOUT_TERMINAL = 120;

/** One line per message, cut to the terminal's width. */
export function messagesTable(messages: readonly StoredMessage[]): string {
  const others = ID_WIDTH + 16 + 8 + NAME_WIDTH + EMAIL_WIDTH + 10;
  const textWidth = Math.max(LEAST_TEXT_WIDTH, (process.stdout.columns || WIDTH_WITHOUT_TERMINAL) - others);
  const rows = messages.map(({ id, createdAt, status, name, email, text }) => {
    return [id.slice(0, ID_WIDTH), localTime(createdAt), status, showLine(name), showLine(email), showLine(text)];
  });
  const lines = table([['id', 'chegou', 'situação', 'nome', 'email', 'mensagem'], ...rows], {
    border: getBorderCharacters('void'),
    columnDefault: { paddingLeft: 0, paddingRight: 2 },
    columns: { 3: { truncate: NAME_WIDTH }, 4: { truncate: EMAIL_WIDTH }, 5: { truncate: textWidth } },
    drawHorizontalLine: () => false,
  });
  return lines.replace(/ +$/gm, '');
}

export function messageSheet({ id, createdAt, status, spamReasons, name, email, text }: StoredMessage): string {
  const lines = [
    `id: ${id}`,
    `chegou: ${localTime(createdAt)} (${createdAt.toISOString()})`,
    `situação: ${[status, ...spamReasons.map(showLine)].join(', ')}`,
    `nome: ${showLine(name)}`,
    `email: ${showLine(email)}`,
  ];
  return `${lines.join('\n')}\n\n${showText(text)}\n`;
}

// In this machine's time zone.
function localTime(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ');
}
