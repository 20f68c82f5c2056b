import { Pool, type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';

/** Returns the connection pool of a data source. */
export function poolOf({ driver }: DataSource): Pool {
  if ('master' in driver && driver.master instanceof Pool) return driver.master;
  throw new TypeError('the platform runs on pg');
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
    // After an error that the database reports, the connection is still usable.
    if (error instanceof Error && !('severity' in error)) failure = error;
    throw error;
  } finally {
    client.removeListener('error', onError);
    client.release(failure);
  }
}
