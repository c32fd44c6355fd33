/** A fault that the person who builds the site can mend. Its message is meant for them, and no stack is wanted (scripts/main.mjs). */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
