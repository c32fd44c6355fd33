import { FIELDS, findFieldErrorCode, type Message } from '@portfolio/contract/message';

/** Whether nothing like '.com' follows the '@': it may be sent (product.md, section 3), but an answer would not arrive. */
export function isIncompleteAddress(email: string): boolean {
  return !/@[^@]*[^@.]\.[^@.]+$/.test(email.trim());
}

/** Whether every field keeps the contract's rules (product.md, section 3). */
export function canSend(message: Message): boolean {
  return FIELDS.every((field) => findFieldErrorCode(field, message[field]) === null);
}
