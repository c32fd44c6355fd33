import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { confirm } from './confirm.ts';

function ask(typed: string) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  input.end(typed);
  return confirm('Delete 3 messages?', input, output).then(() => String(output.read()));
}

test.each(['s\n', 'SIM\n', 'y\n', ' YES \n'])('%j is a yes', async (typed) => {
  expect(await ask(typed)).toBe('Delete 3 messages? [s/N] ');
});

test.each(['\n', 'n\n', 'no\n', 'simples\n', ''])('%j is a no', async (typed) => {
  await expect(ask(typed)).rejects.toThrow(/^Nada foi apagado\.$/);
});

test('where nobody can answer it is an error that names --yes', async () => {
  await expect(confirm('Delete?', new PassThrough(), new PassThrough())).rejects.toThrow(/--yes.*Nada foi apagado/);
});
