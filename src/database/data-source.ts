import type { DataSourceOptions } from 'typeorm';
import { migrations } from '../../migrations';
import type { Environment } from '../config/environment';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** How the database is reached. The schema changes by migrations alone: `synchronize` is never on. */
export function dataSourceOptions({ DATABASE_URL, DATABASE_POOL_SIZE }: Environment): PostgresOptions {
  return {
    type: 'postgres',
    url: DATABASE_URL,
    poolSize: DATABASE_POOL_SIZE,
    connectTimeoutMS: 5_000,
    applicationName: 'health-platform',
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
  };
}
