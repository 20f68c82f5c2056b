import { Pool } from 'pg';
import { serverUrl } from '../support/database-server';

let pool: Pool | undefined;

/** Runs CREATE DATABASE or DROP DATABASE over this worker's administrative connection. */
export async function runAdminStatement(statement: string): Promise<void> {
  pool ??= createPool();
  await pool.query(statement);
}

function createPool(): Pool {
  const created = new Pool({
    connectionString: serverUrl(),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server stops while this connection is open.
  created.on('error', () => undefined);
  return created;
}
