import { FIELDS, findFieldErrorCode, type Message } from '@portfolio/contract/message';

const SLIPS: [slip: RegExp, meant: string][] = [
  [/@(?!gmail)g(ami|ma|mai|mia|nai)l?\./i, '@gmail.'],
  [/@(?!hotmail)hotm(a|ai|ia)l?\./i, '@hotmail.'],
  [/@(?!outlook)outloo?k?\./i, '@outlook.'],
  [/@yaho\./i, '@yahoo.'],
  [/,([^@]*)$/, '.$1'],
  [/\.(con|cmo|vom)$/i, '.com'],
];

/** The address that was probably meant: the same, but for common slips. */
export function mendAddress(email: string): string {
  return SLIPS.reduce((address, [slip, meant]) => address.replace(slip, meant), email.trim());
}

/** Whether an answer would hardly arrive, as no '.com' follows the '@', or '.con' does. It may be sent (product.md, section 3). */
export function isDoubtfulAddress(email: string): boolean {
  const address = email.trim();
  return !/@[^@]*[^@.]\.[^@.]+$/.test(address) || mendAddress(address) !== address;
}

/** Whether every field keeps the contract's rules (product.md, section 3). */
export function canSend(message: Message): boolean {
  return FIELDS.every((field) => findFieldErrorCode(field, message[field]) === null);
}
