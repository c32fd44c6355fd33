/**
 * Something is wrong that the person who runs the server can put right: a bad variable, a port in use, a folder without permission.
 * The message is one clear sentence or two: what was found, what was expected, and the way out. Shown without a stack; exit code 1.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
