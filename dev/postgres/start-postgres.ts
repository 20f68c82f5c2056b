import { homeOfCheckout } from './home';
import { startServer, type PostgresServer } from './server';

/**
 * Starts this checkout's own PostgreSQL, its data kept between runs and safe from a power cut. One that a killed
 * launcher left running is adopted.
 * @throws StackError that says what is in the way
 */
export async function startPostgres(): Promise<PostgresServer> {
  return startServer(await homeOfCheckout(), { durable: true });
}
