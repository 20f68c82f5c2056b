import { Client } from 'pg';
import { databaseName } from './cluster';

/** How to reach a server: always on 127.0.0.1, always with the superuser's password. */
export interface Access {
  readonly port: number;
  readonly password: string;
}

/** The address that programs connect to. */
export function urlOf({ port, password }: Access): string {
  return `postgres://${databaseName}:${encodeURIComponent(password)}@127.0.0.1:${port}/${databaseName}`;
}

/** Asks the server which data it serves. @throws the driver's error if it does not answer, or not to this password */
export async function servedDirectory(access: Access): Promise<string> {
  return withClient(access, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return rows[0]?.data_directory ?? '';
  });
}

/** Creates the platform's database unless it is there. */
export async function ensureDatabase(access: Access): Promise<void> {
  await withClient(access, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  });
}

async function withClient<T>({ port, password }: Access, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: databaseName,
    password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 2000,
    query_timeout: 10_000,
  });
  // A connection that is lost while nobody waits for an answer must not end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
