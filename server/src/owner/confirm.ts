import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../operator-error.ts';

/** Asks before a deletion. @throws OperatorError if the answer is not yes ("s", "sim", "y"), or input is no terminal */
export async function confirm(
  question: string,
  input: NodeJS.ReadableStream & { isTTY?: boolean | undefined },
  output: NodeJS.WritableStream,
): Promise<void> {
  if (!input.isTTY) {
    throw new OperatorError(
      'Aqui não há a quem perguntar, pois a entrada padrão não é um terminal: acrescente --yes. Nada foi apagado.',
    );
  }
  // Readline's terminal mode would swallow Ctrl-C.
  const dialogue = createInterface({ input, output, terminal: false });
  const closed = new Promise<string>((resolve) => dialogue.once('close', () => resolve('')));
  const answer = await Promise.race([dialogue.question(`${question} [s/N] `), closed]);
  dialogue.close();
  if (!/^(s(im)?|y(es)?)$/i.test(answer.trim())) throw new OperatorError('Nada foi apagado.');
}
