/** A reason not to start that the person at the keyboard can put right: shown as its message, without a stack. */
export class StackError extends Error {
  override name = 'StackError';
}
