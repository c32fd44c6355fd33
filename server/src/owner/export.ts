import { createWriteStream, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable, type Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { StoredMessage } from '../messages/owner-store.ts';
import { OperatorError } from '../operator-error.ts';
import { showText } from './terminal-text.ts';

export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;

export type ExportFormat = { kind: 'csv'; delimiter: keyof typeof DELIMITERS } | { kind: 'json' };

/**
 * Writes messages as they come, at the pace of whoever reads: never more than a page of them is in memory.
 *
 * @param output path of a file, which is there in whole or not at all, and readable by its owner alone; undefined: standard output
 * @param onMessage called after each message
 * @returns how many were written
 * @throws OperatorError where the file cannot be written; EPIPE where standard output has no reader any more
 */
export async function exportMessages(
  messages: AsyncIterable<StoredMessage>,
  format: ExportFormat,
  output: string | undefined,
  onMessage: () => void = () => {},
): Promise<number> {
  let written = 0;
  async function* counted() {
    for await (const message of messages) {
      yield message;
      written += 1;
      onMessage();
    }
  }
  if (output === undefined) {
    // On a terminal nothing may come through that moves its cursor; into a file or a pipe everything goes as it was written.
    const shown = process.stdout.isTTY ? shownOn(counted()) : counted();
    await write(shown, format, process.stdout, false);
    return written;
  }
  const unfinished = `${output}.unfinished-${process.pid}`;
  // Also when Ctrl-C ends the process: half an export of personal data is no use to anybody.
  const sweep = () => rmSync(unfinished, { force: true });
  process.once('exit', sweep);
  try {
    await write(counted(), format, createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }), true);
    await rename(unfinished, output);
  } catch (error) {
    sweep();
    throw explainFileFault(error, output);
  } finally {
    process.off('exit', sweep);
  }
  return written;
}

async function* shownOn(messages: AsyncIterable<StoredMessage>): AsyncGenerator<StoredMessage> {
  for await (const message of messages) {
    const { name, email, text } = message;
    yield { ...message, name: showText(name), email: showText(email), text: showText(text) };
  }
}

async function write(
  messages: AsyncIterable<StoredMessage>,
  format: ExportFormat,
  output: Writable,
  end: boolean,
): Promise<void> {
  if (format.kind === 'csv') {
    await pipeline(Readable.from(toRecords(messages)), toCsv(DELIMITERS[format.delimiter]), output, { end });
  } else {
    await pipeline(Readable.from(toJson(messages)), output, { end });
  }
}

/**
 * CSV as of RFC 4180, with the byte order mark by which spreadsheets know UTF-8. A value that a spreadsheet would take for a formula
 * begins with a single quote (OWASP ASVS 5.0, 1.2.10).
 */
function toCsv(delimiter: string): Transform {
  return stringify({
    bom: true,
    header: true,
    columns: ['id', 'created_at_utc', 'status', 'spam_reasons', 'name', 'email', 'text'],
    delimiter,
    record_delimiter: 'windows',
    escape_formulas: true,
  });
}

async function* toRecords(messages: AsyncIterable<StoredMessage>): AsyncGenerator<Record<string, string>> {
  for await (const { createdAt, spamReasons, ...message } of messages) {
    // The one way to write a moment that spreadsheets of every language take for one.
    const moment = createdAt.toISOString().slice(0, 19).replace('T', ' ');
    yield { ...message, created_at_utc: moment, spam_reasons: spamReasons.join(' ') };
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

function explainFileFault(error: unknown, output: string): unknown {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return error;
  return new OperatorError(
    `--output: ${output} cannot be written (${error.message}). Name a file in a folder where you may write.`,
    { cause: error },
  );
}
