import {
  type DatabaseSettings,
  processEnvironment,
  readDatabaseSettings,
} from '../../src/platform/config/environment';
import { openEmbeddedDatabase } from './embedded-database';
import type { Shutdown } from './shutdown';

/** The database that a command works on. */
export interface ChosenDatabase {
  readonly settings: DatabaseSettings;
  readonly isEmbedded: boolean;
  /** True if a running stack of this checkout uses it. */
  readonly isInUse: boolean;
}

/**
 * Returns the database of DATABASE_URL. If that is unset, starts the embedded database if needed and returns it, but never
 * in production.
 * @throws EnvironmentError, OperatorError
 */
export async function chooseDatabase(shutdown: Shutdown): Promise<ChosenDatabase> {
  const variables = processEnvironment();
  if (variables.DATABASE_URL || variables.NODE_ENV === 'production')
    return { settings: readDatabaseSettings(variables), isEmbedded: false, isInUse: false };
  const embedded = await shutdown.track(openEmbeddedDatabase(shutdown));
  shutdown.throwIfStopping();
  const settings = readDatabaseSettings({ ...variables, ...embedded.settings });
  return { settings, isEmbedded: true, isInUse: embedded.baseUrl !== undefined };
}
