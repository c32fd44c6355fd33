import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredMessage } from '../messages/owner-store.ts';
import { OperatorError } from '../operator-error.ts';
import { showText } from './terminal-text.ts';

export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/**
 * Writes messages as they come, at the pace of whoever reads: never more than a page of them is in memory.
 *
 * @param delimiter between the values of CSV; undefined: as JSON
 * @param output path of a file, which is there in whole or not at all, and readable by its owner alone; undefined: standard output
 * @returns how many were written
 * @throws OperatorError where the file cannot be written; EPIPE where standard output has no reader any more
 */
export async function exportMessages(
  messages: AsyncIterable<StoredMessage>,
  delimiter: string | undefined,
  output: string | undefined,
): Promise<number> {
  // On a terminal nothing may come through that moves its cursor; into a file or a pipe everything goes as it was written.
  const show = output === undefined && process.stdout.isTTY ? showText : (text: string) => text;
  let written = 0;
  async function* counted() {
    for await (const message of messages) {
      yield { ...message, name: show(message.name), email: show(message.email), text: show(message.text) };
      written += 1;
    }
  }
  const pieces = Readable.from(delimiter === undefined ? toJson(counted()) : toCsv(counted(), delimiter));
  if (output === undefined) {
    await pipeline(pieces, process.stdout, { end: false }).catch((error) => {
      throw explainFileFault(error, 'Standard output');
    });
    return written;
  }
  // A folder cannot be replaced by the finished file; a device or a pipe can, and would be gone.
  const found = await stat(output).catch(() => undefined);
  if (found?.isFile() === false) {
    const kind = found.isDirectory() ? 'a folder' : 'a device or a pipe';
    throw new OperatorError(
      `--output: ${output} is ${kind}. Name a file, or leave --output out to write to standard output.`,
    );
  }
  // Not the file's name and more, which may be too long where the name itself is not.
  const unfinished = join(dirname(output), `.export.unfinished-${process.pid}`);
  // Also when Ctrl-C ends the process: half an export of personal data is no use to anybody.
  const sweep = () => existsSync(unfinished) && rmSync(unfinished);
  process.once('exit', sweep);
  try {
    await pipeline(pieces, createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }));
    await rename(unfinished, output);
  } catch (error) {
    sweep();
    throw explainFileFault(error, `--output: ${output}`);
  } finally {
    process.off('exit', sweep);
  }
  return written;
}

/** What a spreadsheet may take for a formula (OWASP, CSV injection), also behind blanks that it drops. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/**
 * CSV as of RFC 4180, with the byte order mark by which spreadsheets know UTF-8. Every value is quoted: a bare line break in a text, LF as well
 * as CR, would begin a row that the visitor wrote. A value that a spreadsheet would take for a formula begins with a single quote (OWASP ASVS
 * 5.0, 1.2.10); the lines after the first are inside of the quoted value and begin no cell.
 */
async function* toCsv(messages: AsyncIterable<StoredMessage>, delimiter: string): AsyncGenerator<string> {
  const quote = (value: string) => `"${FORMULA.test(value) ? "'" : ''}${value.replaceAll('"', '""')}"`;
  yield `\ufeff${['id', 'created_at_utc', 'status', 'spam_reasons', 'name', 'email', 'text'].join(delimiter)}\r\n`;
  for await (const { id, createdAt, status, spamReasons, name, email, text } of messages) {
    // The one way to write a moment that spreadsheets of every language take for one.
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

/** Only the file system's own errors have a `syscall` here: those of the database come through Prisma, which has none. */
function explainFileFault(error: unknown, where: string): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error) || error.code === 'EPIPE') return error;
  return new OperatorError(
    `${where} cannot be written (${error.message}). Write to a file in a folder where you may, on a disk with room.`,
    { cause: error },
  );
}
