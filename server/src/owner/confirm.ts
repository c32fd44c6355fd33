import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../operator-error.ts';

/** Asks before what cannot be undone; only "y" or "yes" is a yes. @throws OperatorError where input is no terminal */
export async function confirm(
  question: string,
  input: NodeJS.ReadableStream & { isTTY?: boolean | undefined },
  output: NodeJS.WritableStream,
): Promise<boolean> {
  if (!input.isTTY) {
    throw new OperatorError(
      'Nobody can be asked here, as standard input is no terminal: add --yes. Nothing was deleted.',
    );
  }
  // Readline's terminal mode would swallow Ctrl-C.
  const dialogue = createInterface({ input, output, terminal: false });
  const closed = new Promise<string>((resolve) => dialogue.once('close', () => resolve('')));
  const answer = await Promise.race([dialogue.question(`${question} [y/N] `), closed]);
  dialogue.close();
  return /^y(es)?$/i.test(answer.trim());
}
