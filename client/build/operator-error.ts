/** A fault that the person who builds the site can correct. Shown without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
