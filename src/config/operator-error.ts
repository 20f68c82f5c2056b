/** A failure that whoever runs the program can put right: its message says all, and is shown without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly isForOperator = true;
}

/** Also where this file was loaded twice, as it is when `npm run start:dev` loads a change. */
export function isOperatorError(error: unknown): error is OperatorError {
  return error instanceof Error && 'isForOperator' in error && error.isForOperator === true;
}

/** What an operator is shown of a failure: the message alone if it was written for them, else the stack. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return isOperatorError(error) ? error.message : (error.stack ?? error.message);
}
