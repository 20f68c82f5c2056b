/** An error that the operator can correct. It is shown without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Returns the message of an error, without its stack. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the message of an OperatorError, and the stack of any other error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof OperatorError ? error.message : (error.stack ?? error.message);
}
