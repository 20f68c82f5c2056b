/** An error that the operator can correct. Its message says what is wrong, so it is shown without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** What an operator is shown of a failure: the message alone if it was written for them, else the stack. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof OperatorError ? error.message : (error.stack ?? error.message);
}
