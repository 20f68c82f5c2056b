import { DataSource, type DataSourceOptions } from 'typeorm';
import { type DatabaseSettings, readDatabaseSettings } from '../../src/platform/config/environment';
import { dataSourceOptions } from '../../src/platform/database/data-source';
import { Database } from '../../src/platform/database/database';
import { createDatabase } from './database';

export interface OpenDatabase {
  readonly url: string;
  readonly dataSource: DataSource;
  readonly database: Database;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

/** Opens a new migrated database without a platform, whose background jobs would change it. */
export async function openDatabase(
  optionsOf: (settings: DatabaseSettings) => DataSourceOptions = dataSourceOptions,
): Promise<OpenDatabase> {
  const created = await createDatabase();
  const settings = readDatabaseSettings({ DATABASE_URL: created.url });
  const dataSource = await new DataSource(optionsOf(settings)).initialize();
  const close = async (): Promise<void> => {
    await dataSource.destroy();
    await created.drop();
  };
  return { url: created.url, dataSource, database: new Database(dataSource), close };
}
