import { EnvironmentError } from '../src/config/environment';
import { EditedMigrationError } from '../src/database/edited-migrations';

/** A reason not to start that the person at the keyboard can put right: shown as its message, without a stack. */
export class StackError extends Error {
  override name = 'StackError';
}

/** What a person is shown of a failure: the message alone if it was written for them, else the stack. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForReader =
    error instanceof StackError || error instanceof EnvironmentError || error instanceof EditedMigrationError;
  return isForReader ? error.message : (error.stack ?? error.message);
}
