import { expect, it } from 'vitest';
import { describeError } from './log.ts';

it.each([
  ['PrismaClientKnownRequestError', 'Raw query failed. Failing row contains (Zuleica, zuleica@segredo.example)'],
  ['DriverAdapterError', 'Failing row contains (Zuleica, zuleica@segredo.example)'],
  ['error', 'invalid input syntax for type uuid: "zuleica@segredo.example"'],
  ['error', 'duplicate key value violates unique constraint (email)=(zuleica@segredo.example)'],
])('of a %s that may quote a row the log has no message, be it the error or its cause', (name, message) => {
  const error = Object.assign(new Error(message), { name });
  const described = JSON.stringify([describeError(error), describeError(new Error('ours', { cause: error }))]);
  expect(described).toContain('withheld');
  expect(described).toContain('ours');
  expect(described).toContain('log.test.ts');
  expect(described.toLowerCase()).not.toContain('zuleica');
});
