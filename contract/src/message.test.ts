import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FIELDS,
  type Field,
  type FieldErrorCode,
  findFieldErrorCode,
  LIMITS,
  type Message,
  parseMessage,
  sentencesOf,
  stripForbiddenCharacters,
} from './message.ts';

const good: Message = { name: 'Ana', email: 'a@b.co', text: 'Quinze letras!!' };
const fields = fc.constantFrom(...FIELDS);

function faultsOf(input: unknown): string[] {
  const result = parseMessage(input);
  return result.ok ? [] : result.errors.map(({ field, code }) => `${field}: ${code}`);
}

function textOf(field: Field, length: number, character = 'a'): string {
  return field === 'email' ? `@${character.repeat(length - 1)}` : character.repeat(length);
}

test('a message comes out as it went in, accents, emoji, right-to-left text and blanks at its ends included', () => {
  const message = {
    name: 'José Ñandú ',
    email: 'josé@exämple.com',
    text: '\n Olá 👩‍👩‍👧, ação!\r\n\tשלום עולם, مرحبا  \n',
  };
  expect(parseMessage(message)).toEqual({ ok: true, message });
});

test('what is not a field of a message is dropped', () => {
  expect(parseMessage({ ...good, id: 1, status: 'read' })).toEqual({ ok: true, message: good });
});

test.each(FIELDS)('%s: one character below the least is too short, the least is enough', (field) => {
  expect(findFieldErrorCode(field, textOf(field, LIMITS[field].min - 1))).toBe('too_short');
  expect(findFieldErrorCode(field, textOf(field, LIMITS[field].min))).toBeNull();
});

test.each(FIELDS)('%s: the most is accepted, one character more is too long', (field) => {
  expect(findFieldErrorCode(field, textOf(field, LIMITS[field].max))).toBeNull();
  expect(findFieldErrorCode(field, textOf(field, LIMITS[field].max + 1))).toBe('too_long');
});

test.each(FIELDS)('%s: a character beyond the first plane counts once', (field) => {
  expect(findFieldErrorCode(field, textOf(field, LIMITS[field].max, '😀'))).toBeNull();
  expect(findFieldErrorCode(field, textOf(field, LIMITS[field].min - 1, '😀'))).toBe('too_short');
});

test.each(FIELDS)('%s: only blanks counts as empty, of any kind and any number', (field) => {
  for (const blank of ['', ' '.repeat(20), '\t\n\r '.repeat(20), '\u00a0\u2003\ufeff'.repeat(20)]) {
    expect(findFieldErrorCode(field, blank)).toBe('required');
  }
});

/** Also marks of direction, fillers, the braille blank, variation selectors and tags, the last of them unassigned. */
const invisible = [
  ...[
    0x61c, 0x200e, 0x202e, 0x2066, 0x200b, 0x200c, 0x200d, 0x2060, 0x34f, 0x115f, 0x1160, 0x3164, 0xffa0, 0x2800,
    0x17b4, 0x180e, 0xad,
  ],
  ...[0xfe0f, 0xe0100, 0xe0041, 0xe007f, 0xe0fff],
].map((point) => String.fromCodePoint(point));

test.each(FIELDS)('%s: what nobody can see counts as empty, and does not make up for what is missing', (field) => {
  for (const character of invisible) {
    expect(findFieldErrorCode(field, character.repeat(20))).toBe('required');
    const padded = character + textOf(field, LIMITS[field].min - 1) + character.repeat(20);
    expect(findFieldErrorCode(field, padded)).toBe('too_short');
    expect(findFieldErrorCode(field, `${padded}a`)).toBeNull();
  }
  expect(findFieldErrorCode(field, invisible.join(' '))).toBe('required');
});

test.each([
  'می‌نا', // with a zero width non-joiner
  'क्‍ष राम', // with a joiner
  'ᄒᆞᆫ', // old Hangul
  '👩‍👩‍👧 e 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️',
  '山田 太',
  'José Ñ',
])('%s is a name, and stays as it is', (name) => {
  expect(parseMessage({ ...good, name })).toEqual({ ok: true, message: { ...good, name } });
});

test('an email needs an @', () => {
  expect(findFieldErrorCode('email', 'ana.example')).toBe('invalid_email');
});

test.each<[Field, string, FieldErrorCode | null]>([
  ['name', 'Ana\nBcc: x', 'control_characters'],
  ['name', 'Ana\tB', 'control_characters'],
  ['email', 'a@b.co\r\n', 'control_characters'],
  ['text', 'tabs\tand\nlines\r\nare fine', null],
  ['text', 'a NUL is not: \u0000', 'control_characters'],
  ['text', 'nor is DEL \u007f or C1 \u0085', 'control_characters'],
  ['text', 'half an emoji is no text: \ud83d', 'malformed_text'],
  ['name', 'Ana \udc00', 'malformed_text'],
])('%s %j: %s', (field, value, code) => {
  expect(findFieldErrorCode(field, value)).toBe(code);
});

test('a field that is missing or null is required; one of another type is told so', () => {
  expect(faultsOf({})).toEqual(['name: required', 'email: required', 'text: required']);
  expect(faultsOf({ ...good, name: null })).toEqual(['name: required']);
  for (const value of [1, true, ['Ana'], { length: 5 }]) {
    expect(faultsOf({ ...good, text: value })).toEqual(['text: invalid_type']);
  }
});

test('what is no object at all lacks every field', () => {
  for (const input of [undefined, null, 'text', 7, [], [good], () => good]) {
    expect(faultsOf(input)).toEqual(['name: required', 'email: required', 'text: required']);
  }
});

test('a body cannot smuggle fields in through __proto__', () => {
  const body: unknown = JSON.parse(`{ "__proto__": ${JSON.stringify(good)} }`);
  expect(faultsOf(body)).toEqual(['name: required', 'email: required', 'text: required']);
});

test('every fault has a sentence in Portuguese of its own', () => {
  const codes: FieldErrorCode[] = [
    'required',
    'invalid_type',
    'control_characters',
    'malformed_text',
    'too_short',
    'too_long',
    'invalid_email',
  ];
  for (const field of FIELDS) {
    const sentences = codes.map((code) => sentencesOf(field)[code]);
    expect(new Set(sentences).size).toBe(codes.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
  }
});

test('anything at all is either a message or a list of faults, and nothing throws', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (input) => {
      const result = parseMessage(input);
      if (!result.ok) expect(result.errors.length).toBeGreaterThan(0);
    }),
  );
});

test('a message is accepted exactly when no field has a fault, and each fault is reported with its code', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom('@', 'a', ' ', '\u0000', '\ud800', '😀'), maxLength: 20 }),
    fc.constantFrom(good.name, good.email, good.text),
  );
  fc.assert(
    fc.property(fc.record({ name: texts, email: texts, text: texts }), (message) => {
      const expected = FIELDS.flatMap((field) => {
        const code = findFieldErrorCode(field, message[field]);
        return code === null ? [] : [`${field}: ${code}`];
      });
      expect(faultsOf(message)).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});

test('stripping takes out what is forbidden, and nothing else', () => {
  expect(stripForbiddenCharacters('name', 'A\u0000n\na\ud83d 😀')).toBe('Ana 😀');
  expect(stripForbiddenCharacters('text', 'a\tb\r\nc\u0007')).toBe('a\tb\r\nc');
  fc.assert(
    fc.property(fields, fc.string({ unit: 'binary' }), (field, value) => {
      const kept = stripForbiddenCharacters(field, value);
      expect(['control_characters', 'malformed_text']).not.toContain(findFieldErrorCode(field, kept));
      const code = findFieldErrorCode(field, value);
      if (code !== 'control_characters' && code !== 'malformed_text' && code !== 'required') expect(kept).toBe(value);
    }),
  );
});
