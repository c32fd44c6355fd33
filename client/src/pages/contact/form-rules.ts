import { FIELDS, findFieldErrorCode, type Message } from '@portfolio/contract/message';

const MISTYPED = /@(gmial|gmai|gmal|gamil|gnail|hotmial|hotmal|hotmai|outlok|outloo|yaho)\.|\.(con|cmo|vom)$/i;

/** Whether an answer would hardly arrive, as no '.com' follows the '@', or '.con' does. It may be sent (product.md, section 3). */
export function isDoubtfulAddress(email: string): boolean {
  const address = email.trim();
  return !/@[^@]*[^@.]\.[^@.]+$/.test(address) || MISTYPED.test(address);
}

/** Whether every field keeps the contract's rules (product.md, section 3). */
export function canSend(message: Message): boolean {
  return FIELDS.every((field) => findFieldErrorCode(field, message[field]) === null);
}
