import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../operator-error.ts';

/**
 * Asks before something that cannot be undone. Only "y" or "yes" is a yes.
 *
 * @throws OperatorError where nobody is there to answer
 */
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
  // Not in readline's own terminal mode, which would swallow Ctrl-C.
  const dialogue = createInterface({ input, output, terminal: false });
  const closed = new Promise<string>((resolve) => dialogue.once('close', () => resolve('')));
  const answer = await Promise.race([dialogue.question(`${question} [y/N] `), closed]);
  dialogue.close();
  return /^y(es)?$/i.test(answer.trim());
}
