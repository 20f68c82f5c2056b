import { Socket } from 'node:net';
import type { ClientConfig } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { migrations } from '../../../migrations';
import type { DatabaseSettings } from '../config/environment';
import { externalFeatures, ownFeatures } from '../feature/installed-features';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** How the application reaches the database. The schema changes by migrations alone: `synchronize` is never on. */
export function dataSourceOptions(settings: DatabaseSettings): PostgresOptions {
  return {
    ...connectionOptions(settings),
    poolSize: settings.DATABASE_POOL_SIZE,
    extra: { keepAlive: true, ...bounds(settings) },
  };
}

/** How migrations reach it: they may take as long as they need. One connection holds their lock, one does the work. */
export function migrationOptions(settings: DatabaseSettings): PostgresOptions {
  return { ...connectionOptions(settings), poolSize: 2, extra: { keepAlive: true } };
}

function connectionOptions(settings: DatabaseSettings): PostgresOptions {
  return {
    type: 'postgres',
    url: settings.DATABASE_URL,
    connectTimeoutMS: settings.DATABASE_CONNECT_TIMEOUT_MS,
    applicationName: 'health-platform',
    migrations: allMigrations(settings),
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
  };
}

function allMigrations({ FEATURES }: DatabaseSettings) {
  const features = [...ownFeatures(), ...externalFeatures(FEATURES)];
  return [...migrations, ...features.flatMap((feature) => feature.migrations)];
}

/**
 * The database stops a statement after the time of the settings. A connection on which nothing has come even after
 * half as long again is given up: who asked is told, and the pool cannot lend it again. pg's own `query_timeout`
 * would tell, and put the dead connection back into the pool.
 */
function bounds({ DATABASE_TIMEOUT_MS }: DatabaseSettings): ClientConfig & { idleTimeoutMillis: number } {
  return {
    statement_timeout: DATABASE_TIMEOUT_MS,
    stream: () => socketThatEndsAfter(DATABASE_TIMEOUT_MS * 1.5),
    // The pool closes what nobody uses before its silence looks like the database's.
    idleTimeoutMillis: Math.min(DATABASE_TIMEOUT_MS, 10_000),
  };
}

/** @param silence milliseconds in which nothing is sent or received */
function socketThatEndsAfter(silence: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silence, () => {
    socket.destroy(new Error('the database does not answer'));
  });
}
