import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredMessage } from '../messages/owner-store.ts';
import { OperatorError } from '../operator-error.ts';
import { showText } from './terminal-text.ts';

export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** First line of a backup. The version grows when an older import could not read it. */
export const BACKUP_HEADER = { format: 'portfolio-messages', version: 1 } as const;

export const FORMATS = ['csv', 'json', 'backup'] as const;

/**
 * Writes messages as a stream: never more than a page of them is in memory. `output`: a new file, readable by its owner
 * only, and deleted if the export breaks off; undefined: standard output.
 * @returns how many were written
 * @throws OperatorError if the file exists or cannot be written; EPIPE if nobody reads standard output any more
 */
export async function exportMessages(
  messages: AsyncIterable<StoredMessage>,
  format: (typeof FORMATS)[number],
  delimiter: string,
  output: string | undefined,
): Promise<number> {
  // A terminal must not get control characters; a file or a pipe gets the text unchanged.
  const show = output === undefined && process.stdout.isTTY ? showText : (text: string) => text;
  let written = 0;
  async function* counted() {
    for await (const message of messages) {
      yield { ...message, name: show(message.name), email: show(message.email), text: show(message.text) };
      written += 1;
    }
  }
  const writers = { csv: toCsv, json: toJson, backup: toBackup };
  const pieces = Readable.from(writers[format](counted(), delimiter));
  if (output === undefined) {
    await pipeline(pieces, process.stdout, { end: false }).catch((error) => {
      throw explainFileFault(error, 'A saída padrão');
    });
    return written;
  }
  const explained = (error: unknown) => {
    throw explainFileFault(error, `--output: ${output}`);
  };
  const file = await open(output, 'wx', 0o600).catch(explained);
  // If the process ends early, as by Ctrl-C: half an export of personal data must not stay.
  const sweep = () => rmSync(output, { force: true });
  process.once('exit', sweep);
  await pipeline(pieces, file.createWriteStream()).catch(explained);
  process.off('exit', sweep);
  return written;
}

/** What a spreadsheet may take for a formula (OWASP, CSV injection), also after blanks. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/**
 * CSV (RFC 4180) with the byte order mark that spreadsheets need for UTF-8. Every value is quoted, because a bare line
 * break in a text would begin a row. A value like a formula begins with a single quote (OWASP ASVS 5.0, 1.2.10).
 */
async function* toCsv(messages: AsyncIterable<StoredMessage>, delimiter: string): AsyncGenerator<string> {
  const quote = (value: string) => `"${FORMULA.test(value) ? "'" : ''}${value.replaceAll('"', '""')}"`;
  yield `\ufeff${['id', 'created_at_utc', 'status', 'spam_reasons', 'name', 'email', 'text'].join(delimiter)}\r\n`;
  for await (const { id, createdAt, status, spamReasons, name, email, text } of messages) {
    // Spreadsheets of every language read this format as a time.
    const moment = createdAt.toISOString().slice(0, 19).replace('T', ' ');
    yield `${[id, moment, status, spamReasons.join(' '), name, email, text].map(quote).join(delimiter)}\r\n`;
  }
}

async function* toJson(messages: AsyncIterable<StoredMessage>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const message of messages) {
    yield separator + JSON.stringify(message);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* toBackup(messages: AsyncIterable<StoredMessage>): AsyncGenerator<string> {
  let count = 0;
  yield `${JSON.stringify(BACKUP_HEADER)}\n`;
  for await (const message of messages) {
    yield `${JSON.stringify(message)}\n`;
    count += 1;
  }
  yield `${JSON.stringify({ messages: count })}\n`;
}

/** Only errors of the file system have a `syscall`; those of Prisma have none. */
function explainFileFault(error: unknown, where: string): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error) || error.code === 'EPIPE') return error;
  return new OperatorError(
    `${where} não pode ser escrito (${error.message}). Escreva num arquivo novo, de uma pasta em que você pode, num disco com espaço.`,
    { cause: error },
  );
}
