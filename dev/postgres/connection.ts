import { createHash } from 'node:crypto';
import { Client, DatabaseError, escapeLiteral } from 'pg';
import { DATABASE_NAME } from './cluster';

/** Role with which the platform connects. The superuser owns the tables. */
export const APPLICATION_ROLE = `${DATABASE_NAME}_app`;
/** SQLSTATEs of a role that another process has created at the same time. */
const EXISTS_ALREADY = new Set(['42710', '23505']);

/** Port and superuser's password of a server on 127.0.0.1. */
export interface ServerAddress {
  readonly port: number;
  readonly password: string;
}

/** Returns the connection URL of the platform's database for the superuser, who owns it. */
export function ownerUrl({ port, password }: ServerAddress): string {
  return `postgres://${DATABASE_NAME}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE_NAME}`;
}

/** Returns the connection URL of the role of the application, from the owner's. */
export function applicationUrl(urlOfOwner: string): string {
  const url = new URL(urlOfOwner);
  url.username = APPLICATION_ROLE;
  url.password = applicationPassword(decodeURIComponent(new URL(urlOfOwner).password));
  return url.href;
}

/** Derives the password of the application's role, so that only one is stored. It does not reveal the superuser's. */
export function applicationPassword(superuserPassword: string): string {
  return createHash('sha256').update(`application ${superuserPassword}`).digest('base64url');
}

/** Returns the server's data directory. @throws the driver's error if it does not accept the connection */
export async function readDataDirectory(address: ServerAddress): Promise<string> {
  return withClient(address, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return rows[0]?.data_directory ?? '';
  });
}

/** Creates the platform's database and the role of the application if they are missing. */
export async function ensureDatabase(address: ServerAddress): Promise<void> {
  await withClient(address, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
    await ensureApplicationRole(client, address.password);
  });
}

/** Creates the role of the application if it is missing. */
export async function ensureApplicationRole(client: Client, superuserPassword: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APPLICATION_ROLE]);
  if (rowCount !== 0) return;
  const password = escapeLiteral(applicationPassword(superuserPassword));
  await client.query(`CREATE ROLE ${APPLICATION_ROLE} LOGIN PASSWORD ${password}`).catch((error: unknown) => {
    if (!(error instanceof DatabaseError && EXISTS_ALREADY.has(error.code ?? ''))) throw error;
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
