import { OperatorError } from '../../src/platform/config/operator-error';

/** A problem that the user can solve, such as a taken port. Printed without a stack trace. */
export class StackError extends OperatorError {
  override name = 'StackError';
}
