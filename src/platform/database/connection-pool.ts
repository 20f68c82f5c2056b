import { Pool, type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { sqlStateOf } from './send-query';

/** Returns the connection pool of a data source. */
export function poolOf({ driver }: DataSource): Pool {
  if ('master' in driver && driver.master instanceof Pool) return driver.master;
  throw new TypeError('the platform runs on pg');
}

/**
 * Keeps errors of a pool's connections from ending the process. A database that ends a connection in the same packet that opens
 * it reports the error before the caller who gets the connection can listen. The caller's statement fails.
 */
export function keepErrorsOf(pool: Pool): Pool {
  return pool.on('connect', (client) => client.on('error', () => undefined));
}

/** Runs work on a connection of a pool. Closes the connection if it failed. */
export async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  const onError = (error: Error) => (failure = error);
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof Error && !isOpenAfter(error)) failure = error;
    throw error;
  } finally {
    client.removeListener('error', onError);
    client.release(failure);
  }
}

/** Returns whether the database reported the error and keeps the connection open, which it does not for class 57P. */
function isOpenAfter(error: Error): boolean {
  const sqlState = sqlStateOf(error);
  return sqlState !== undefined && !sqlState.startsWith('57P');
}
