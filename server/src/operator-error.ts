/** What the operator can correct. The message says what was found, what was expected and what to do; no stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
