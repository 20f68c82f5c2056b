import {
  type DatabaseSettings,
  processEnvironment,
  readDatabaseSettings,
} from '../../src/platform/config/environment';
import { embeddedDatabase } from '../stack/embedded-database';
import type { Shutdown } from '../stack/shutdown';

/** The database that a command works on. */
export interface ChosenDatabase {
  readonly settings: DatabaseSettings;
  readonly isEmbedded: boolean;
  /** Whether a stack of this checkout uses it right now. */
  readonly isInUse: boolean;
}

/**
 * The database that DATABASE_URL names; if it names none, and outside production, the embedded one of this checkout,
 * which is started if it does not run.
 * @throws EnvironmentError, StackError: to be shown as their message
 */
export async function chooseDatabase(shutdown: Shutdown): Promise<ChosenDatabase> {
  const variables = processEnvironment();
  if (variables.DATABASE_URL || variables.NODE_ENV === 'production')
    return { settings: readDatabaseSettings(variables), isEmbedded: false, isInUse: false };
  const { url, baseUrl } = await shutdown.during(embeddedDatabase(shutdown));
  shutdown.checkpoint();
  const settings = readDatabaseSettings({ ...variables, DATABASE_URL: url });
  return { settings, isEmbedded: true, isInUse: baseUrl !== undefined };
}
