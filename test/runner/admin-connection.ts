import { Pool } from 'pg';
import { serverUrl } from '../support/database-server';

const pools = new Map<string, Pool>();

/** Runs CREATE DATABASE or DROP DATABASE over this worker's administrative connection to a server. */
export async function runAdminStatement(statement: string, url = serverUrl()): Promise<void> {
  const pool = pools.get(url) ?? createPool(url);
  pools.set(url, pool);
  await pool.query(statement);
}

function createPool(url: string): Pool {
  const created = new Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server stops while this connection is open.
  created.on('error', () => undefined);
  return created;
}
