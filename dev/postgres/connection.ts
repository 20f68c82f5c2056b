import { Client } from 'pg';
import { DATABASE_NAME } from './cluster';

/** Port and superuser's password of a server on 127.0.0.1. */
export interface ServerAddress {
  readonly port: number;
  readonly password: string;
}

/** Returns the connection URL of the platform's database. */
export function connectionUrl({ port, password }: ServerAddress): string {
  return `postgres://${DATABASE_NAME}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE_NAME}`;
}

/** Returns the server's data directory. @throws the driver's error if it does not accept the connection */
export async function readDataDirectory(address: ServerAddress): Promise<string> {
  return withClient(address, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return rows[0]?.data_directory ?? '';
  });
}

/** Creates the platform's database if it is missing. */
export async function ensureDatabase(address: ServerAddress): Promise<void> {
  await withClient(address, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  });
}

async function withClient<T>(
  { port, password }: ServerAddress,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: DATABASE_NAME,
    password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 2000,
    query_timeout: 10_000,
  });
  // Without a listener, a lost idle connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
