import { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** Returns the connection pool of a data source. */
export function poolOf({ driver }: DataSource): Pool {
  if ('master' in driver && driver.master instanceof Pool) return driver.master;
  throw new TypeError('the platform runs on pg');
}
