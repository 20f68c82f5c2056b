import { OperatorError } from '../../src/platform/config/operator-error';

/** A reason not to start that the person at the keyboard can put right. */
export class StackError extends OperatorError {
  override name = 'StackError';
}
