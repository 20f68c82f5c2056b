import { DataSource, type DataSourceOptions } from 'typeorm';
import { type DatabaseSettings, readDatabaseSettings } from '../../src/platform/config/environment';
import { dataSourceOptions } from '../../src/platform/database/data-source';
import { Database } from '../../src/platform/database/database';
import { type TestDatabase, createDatabase } from './database';
import { TEST_SETTINGS } from './environment';

export interface OpenDatabase {
  /** Address with the role of the application. */
  readonly url: string;
  /** Settings of a platform on this database. */
  readonly settings: TestDatabase['settings'];
  /** Connections of the role that owns the tables, for setup. */
  readonly dataSource: DataSource;
  /** Statements of the application, with its role. */
  readonly database: Database;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

/**
 * Opens a new migrated database without a platform, whose background jobs would change it.
 * @param optionsOf connection options of both roles
 */
export async function openDatabase(
  optionsOf: (settings: DatabaseSettings) => DataSourceOptions = dataSourceOptions,
): Promise<OpenDatabase> {
  const created = await createDatabase();
  const open = (url: string) =>
    new DataSource(optionsOf(readDatabaseSettings({ ...TEST_SETTINGS, DATABASE_URL: url }))).initialize();
  const [dataSource, application] = await Promise.all([open(created.ownerUrl), open(created.url)]);
  const close = async (): Promise<void> => {
    await application.destroy();
    await dataSource.destroy();
    await created.drop();
  };
  const { url, settings } = created;
  return { url, settings, dataSource, database: new Database(application), close };
}
