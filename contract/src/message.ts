/**
 * What the contact form and the server agree on: the fields of a message, their limits, and the sentence for each way
 * a field can be wrong (product.md, sections 3 and 4). A character is a Unicode code point, as in PostgreSQL.
 */
import * as z from 'zod/mini';

export const FIELDS = ['name', 'email', 'text'] as const;
export type Field = (typeof FIELDS)[number];

/** Least visible characters, blanks included, and most characters of each field. */
export const LIMITS = {
  name: { min: 3, max: 100 },
  email: { min: 6, max: 254 },
  text: { min: 15, max: 5000 },
} as const satisfies Record<Field, { min: number; max: number }>;

export type Message = Record<Field, string>;

/** Only programs fill it in: people do not see it, no browser or password manager knows its name. Not sent if empty. */
export const HONEYPOT_FIELD = 'estacao_favorita';

const LABELS: Record<Field, string> = { name: 'o nome', email: 'o email', text: 'a mensagem' };

/** Forbidden Cc characters: only the text may hold tabs and line breaks (header injection, ASVS 1.3.11). */
const CONTROL: Record<Field, RegExp> = {
  name: /\p{Cc}/u,
  email: /\p{Cc}/u,
  text: /[^\P{Cc}\t\n\r]/u,
};

/** A surrogate without its partner is no character, and cannot be stored as UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Joiners, marks of direction, variation selectors, fillers, tags (Unicode, Default_Ignorable_Code_Point), and the
 * empty braille cell, which Unicode does not count as white space. Emoji and many scripts need them.
 */
const INVISIBLE = /[\p{DI}\u2800]/gu;

/** The first rule that a field's text breaks, or null. */
export function findFieldErrorCode(field: Field, value: string): FieldErrorCode | null {
  const seen = value.replace(INVISIBLE, '');
  if (seen.trim() === '') return 'required';
  if (LONE_SURROGATE.test(value)) return 'malformed_text';
  if (CONTROL[field].test(value)) return 'control_characters';
  const { min, max } = LIMITS[field];
  // A character takes at most two units, so that these are enough.
  if (Array.from(seen.slice(0, 2 * min)).length < min) return 'too_short';
  if (Array.from(value).length > max) return 'too_long';
  if (field === 'email' && !value.includes('@')) return 'invalid_email';
  return null;
}

/** A sentence in Portuguese that the visitor can act on, for each way a field can be wrong. */
export function sentencesOf(field: Field) {
  const label = LABELS[field];
  return {
    required: `Preencha ${label}.`,
    invalid_type: `Envie ${label} como texto.`,
    malformed_text: `Há um caractere corrompido n${label}: apague-o e digite de novo.`,
    control_characters: `Há um caractere invisível que não pode ir n${label}: apague-o e digite de novo.`,
    too_short: `Escreva ${label} com pelo menos ${LIMITS[field].min} caracteres.`,
    too_long: `Escreva ${label} com no máximo ${LIMITS[field].max} caracteres.`,
    invalid_email: 'Escreva um email com @.',
  };
}

/** Why a field was refused. Stable: callers may branch on it. */
export type FieldErrorCode = keyof ReturnType<typeof sentencesOf>;

export interface FieldError {
  field: Field;
  code: FieldErrorCode;
  message: string;
}

function fieldSchema(field: Field) {
  const isMissing = (input: unknown) => input === undefined || input === null;
  const text = z.string({ error: ({ input }): FieldErrorCode => (isMissing(input) ? 'required' : 'invalid_type') });
  return text.check((context) => {
    const code = findFieldErrorCode(field, context.value);
    if (code !== null) context.issues.push({ code: 'custom', message: code, input: context.value });
  });
}

/** A message as it is sent and stored. Other keys are dropped. Pure, or else the browser's bundle includes zod. */
const messageSchema = /* @__PURE__ */ z.object({
  name: /* @__PURE__ */ fieldSchema('name'),
  email: /* @__PURE__ */ fieldSchema('email'),
  text: /* @__PURE__ */ fieldSchema('text'),
});

/**
 * Checks anything against the rules of a message. Gives the message, with its texts exactly as given; or one error for
 * each wrong field, in the order of `FIELDS`.
 */
export function parseMessage(input: unknown): { ok: true; message: Message } | { ok: false; errors: FieldError[] } {
  const isRecord = typeof input === 'object' && input !== null && !Array.isArray(input);
  const result = messageSchema.safeParse(isRecord ? input : {});
  if (result.success) return { ok: true, message: result.data };

  const errors = FIELDS.flatMap((field): FieldError[] => {
    const issue = result.error.issues.find(({ path }) => path[0] === field);
    if (issue === undefined) return [];
    const code = issue.message as FieldErrorCode; // fieldSchema() puts nothing else there
    return [{ field, code, message: sentencesOf(field)[code] }];
  });
  return { ok: false, errors };
}

/** The text without the characters that a field may not hold: what a form field keeps of a paste. */
export function stripForbiddenCharacters(field: Field, value: string): string {
  return Array.from(value)
    .filter((character) => !CONTROL[field].test(character) && !LONE_SURROGATE.test(character))
    .join('');
}
