import type { ClientConfig, PoolConfig } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrations } from '../../../migrations';
import type { DatabaseSettings, Environment } from '../config/environment';
import { databaseNameOf } from '../config/setting-types';
import { externalFeatures, ownFeatures } from '../feature/installed-features';
import { createSocket } from './connection-socket';
import { platformDriver } from './platform-pool';

/** Name of the connections in `pg_stat_activity`. */
const APPLICATION_NAME = 'health-platform';
/** After this time, the primary runs the read. */
const MAX_REPLICA_CONNECT_MS = 1_000;

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** Returns the connection options of the application. `synchronize` is off: only migrations change the schema. */
export function dataSourceOptions(settings: DatabaseSettings): PostgresOptions {
  return {
    ...connectionOptions(settings, settings.DATABASE_URL),
    poolSize: settings.DATABASE_POOL_SIZE,
    driver: platformDriver,
    extra: {
      keepAlive: true,
      ...timeouts(settings),
      silenceMs: silenceMs(settings),
      answerTimeoutMs: settings.DATABASE_ANSWER_TIMEOUT_MS,
    },
  };
}

/** Returns the connection options of commands: the role of the application, without time limits. */
export function commandOptions(settings: DatabaseSettings): PostgresOptions {
  return { ...connectionOptions(settings, settings.DATABASE_URL), poolSize: 2, extra: { keepAlive: true } };
}

/**
 * Returns the connection options of migrations: the role that owns the tables, without time limits. One connection holds the
 * lock, one runs the migrations.
 */
export function migrationOptions(settings: DatabaseSettings): PostgresOptions {
  const url = settings.DATABASE_MIGRATION_URL ?? settings.DATABASE_URL;
  return { ...connectionOptions(settings, url), poolSize: 2, extra: { keepAlive: true } };
}

/** Returns the options of a connection pool for each read replica, by host and database. */
export function replicaOptions(settings: Environment): Map<string, PoolConfig> {
  return new Map(
    settings.DATABASE_READ_URLS.map((url) => {
      const options = {
        connectionString: url,
        application_name: APPLICATION_NAME,
        max: settings.DATABASE_POOL_SIZE,
        connectionTimeoutMillis: Math.min(settings.DATABASE_CONNECT_TIMEOUT_MS, MAX_REPLICA_CONNECT_MS),
        keepAlive: true,
        ...timeouts(settings),
        stream: () => createSocket(silenceMs(settings)),
      };
      return [databaseNameOf(url), options];
    }),
  );
}

/** Runs work with a data source that is closed afterwards. */
export async function withDataSource<T>(
  options: DataSourceOptions,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await new DataSource(options).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

function connectionOptions(settings: DatabaseSettings, url: string): PostgresOptions {
  return {
    type: 'postgres',
    url,
    connectTimeoutMS: settings.DATABASE_CONNECT_TIMEOUT_MS,
    applicationName: APPLICATION_NAME,
    migrations: installedMigrations(settings.FEATURES),
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
  };
}

/** Returns the migrations of the platform, then those of its features and of the setting `FEATURES`. */
export function installedMigrations(names: readonly string[]) {
  const features = [...ownFeatures(), ...externalFeatures(names)];
  return [...migrations, ...features.flatMap((feature) => feature.migrations)];
}

/** The database cancels a statement after DATABASE_TIMEOUT_MS, or after it has waited DATABASE_LOCK_TIMEOUT_MS for a lock. */
function timeouts({
  DATABASE_LOCK_TIMEOUT_MS,
  DATABASE_TIMEOUT_MS,
}: DatabaseSettings): ClientConfig & { idleTimeoutMillis: number } {
  return {
    statement_timeout: DATABASE_TIMEOUT_MS,
    lock_timeout: DATABASE_LOCK_TIMEOUT_MS,
    // The pool closes unused connections before the silence timeout does.
    idleTimeoutMillis: Math.min(DATABASE_TIMEOUT_MS, 10_000),
  };
}

/**
 * A connection that is silent for longer than any statement takes is closed, so that its statement fails and the pool removes it.
 * pg's `query_timeout` would return the dead connection to the pool.
 */
function silenceMs({ DATABASE_TIMEOUT_MS }: DatabaseSettings): number {
  return DATABASE_TIMEOUT_MS * 1.5;
}
