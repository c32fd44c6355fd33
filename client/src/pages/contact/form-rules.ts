import { FIELDS, findFieldErrorCode, type Message } from '@portfolio/contract/message';

/** Whether every field keeps the contract's rules (product.md, section 3). */
export function canSend(message: Message): boolean {
  return FIELDS.every((field) => findFieldErrorCode(field, message[field]) === null);
}
