import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { type OwnerStore, STATUSES, type StoredMessage } from '../messages/owner-store.ts';
import { OperatorError } from '../operator-error.ts';
import { BACKUP_HEADER } from './export.ts';

const BATCH = 500;

const text = z.string().check(z.refine((value) => !value.includes('\0')));
const row: z.ZodMiniType<StoredMessage> = z.object({
  id: z.guid(),
  createdAt: z.pipe(
    z.iso.datetime(),
    z.transform((moment: string) => new Date(moment)),
  ),
  status: z.enum(STATUSES),
  name: text,
  email: text,
  text,
  spamReasons: z.array(text),
});
const end = z.object({ messages: z.number() });

/**
 * Stores what `export --backup` wrote (`-`: from standard input). A message whose id is stored stays as it is, so that
 * a failed import may be repeated. @returns how many messages the file holds, and how many of them were new
 * @throws OperatorError if the file cannot be read, is not a backup, of a later version, damaged or cut short
 */
export async function importMessages(owner: OwnerStore, file: string): Promise<{ read: number; added: number }> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  let line = 0;
  let read = 0;
  let added = 0;
  let isWhole = false;
  let batch: StoredMessage[] = [];
  const store = async () => {
    added += await owner.add(batch);
    batch = [];
  };
  try {
    for await (const json of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line += 1;
      if (line === 1) {
        if (json.replace(/^\ufeff/, '') === JSON.stringify(BACKUP_HEADER)) continue;
        throw new OperatorError(
          `${file} não é uma cópia de export --backup, ou é de uma versão mais nova do site: atualize-o (git pull).`,
        );
      }
      const value: unknown = JSON.parse(json);
      const message = z.safeParse(row, value).data;
      isWhole = z.safeParse(end, value).data?.messages === read;
      if (isWhole) continue;
      if (!message) throw new SyntaxError('no message');
      read += 1;
      if (batch.push(message) === BATCH) await store();
    }
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new OperatorError(`${file}, linha ${line}: não é uma mensagem inteira. Até ali foi lido.`, {
        cause: error,
      });
    }
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new OperatorError(`${file} não pode ser lido (${error.message}).`, { cause: error });
  }
  await store();
  if (isWhole) return { read, added };
  throw new OperatorError(
    `${file} termina antes do fim da cópia. ${read} mensagens foram lidas, ${added} delas guardadas.`,
  );
}
