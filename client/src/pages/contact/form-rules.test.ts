import { LIMITS, type Message, parseMessage } from '@portfolio/contract/message';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canSend, isDoubtfulAddress, mendAddress } from './form-rules.ts';

const good: Message = { name: 'Ana', email: 'a@b.co', text: 'Quinze letras!!' };

/** Any text, with a good share of texts that are near a limit, blank, or hold what is forbidden. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 3, maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u0000', '\ud800', '@', 'á', '😀'), maxLength: 20 }),
  fc
    .tuple(fc.constantFrom('a', '@', '😀'), fc.constantFrom(2, 3, 5, 6, 14, 15, 100, 101, 254, 255, 5000, 5001))
    .map(([character, count]) => character.repeat(count)),
  fc.constantFrom(good.name, good.email, good.text),
);

test('the shortest message that keeps every rule can be sent', () => {
  expect(canSend(good)).toBe(true);
});

test.each([
  ['the name is one character too short', { name: 'An' }],
  ['the name is only blanks', { name: '    ' }],
  ['the name is too long', { name: 'a'.repeat(LIMITS.name.max + 1) }],
  ['the email is one character too short', { email: 'a@b.c' }],
  ['the email has no @', { email: 'ana.example' }],
  ['the email is too long', { email: `${'a'.repeat(LIMITS.email.max)}@` }],
  ['the message is one character too short', { text: 'Quatorze letr.' }],
  ['the message is only blanks and line breaks', { text: ' \n'.repeat(20) }],
  ['the message is too long', { text: 'a'.repeat(LIMITS.text.max + 1) }],
])('a message cannot be sent when %s', (_, fault) => {
  expect(canSend({ ...good, ...fault })).toBe(false);
});

test('the form lets a message through exactly when the server would take it', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.record({ name: texts, email: texts, text: texts }), (message) => {
      const { ok } = parseMessage(message);
      if (ok) accepted += 1;
      expect(canSend(message)).toBe(ok);
    }),
    { numRuns: 3000 },
  );
  // Otherwise the property would have compared refusals only.
  expect(accepted).toBeGreaterThan(0);
});

test.each([
  ['ana@exemplo.com.br', false],
  [' ana@exemplo.io ', false],
  ['ana@gmail', true],
  ['ana.souza@gmail', true],
  ['ana@gmail.', true],
  ['ana@.com', true],
  ['ana@gmial.com', true],
  ['ana@Hotmal.com.br', true],
  ['ana@gmail.con', true],
  ['ana@yahoo.com.br', false],
  ['Ana@Gmail.com', false],
  ['ana@hotmail.com', false],
  ['ana@outlook.com', false],
  ['ana@gmail.com.br', false],
])('whether an answer to %j would hardly arrive: %j', (email, isDoubtful) => {
  expect(isDoubtfulAddress(email)).toBe(isDoubtful);
});

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  [' ana@Hotmal.con ', 'ana@hotmail.com'],
  ['ana@gmail,com', 'ana@gmail.com'],
  ['ana,b@exemplo.com.br', 'ana,b@exemplo.com.br'],
  ['ana@gmail', 'ana@gmail'],
])('%j was probably meant to be %j', (email, meant) => {
  expect(mendAddress(email)).toBe(meant);
});
