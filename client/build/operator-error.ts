/** A fault that the person who builds the site can correct; shown without a stack (scripts/main.mjs). */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
