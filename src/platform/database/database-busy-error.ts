import { DatabaseUnavailableError } from './database-unavailable-error';

/** A statement was not sent, or not waited for longer: too many wait for the database, or its connections are closed. The message holds no values. */
export class DatabaseBusyError extends DatabaseUnavailableError {
  override name = 'DatabaseBusyError';
}
