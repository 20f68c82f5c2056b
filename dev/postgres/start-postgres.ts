import { openCheckoutServerFolder } from './server-folder';
import { startServer, type PostgresServer } from './server';

/**
 * Starts this checkout's PostgreSQL on its persistent data. Adopts a server that a killed launcher left running.
 * @throws OperatorError
 */
export async function startPostgres(): Promise<PostgresServer> {
  return startServer(await openCheckoutServerFolder(), { durable: true });
}
