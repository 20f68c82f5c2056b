import { Pool } from 'pg';
import { serverUrl } from '../support/database-server';

let connections: Pool | undefined;

/** Creates or drops a database, over the one connection that this worker has for it. */
export async function administer(statement: string): Promise<void> {
  connections ??= openConnection();
  await connections.query(statement);
}

function openConnection(): Pool {
  const pool = new Pool({
    connectionString: serverUrl(),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // At the end of the run the server is stopped while this connection is open.
  pool.on('error', () => undefined);
  return pool;
}
