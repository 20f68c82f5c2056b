import { Client } from 'pg';

/**
 * Runs a statement on a connection of its own, which does not end the process if the server is killed.
 * @param connectTimeoutMs no limit by default
 */
export async function queryServer(
  url: string,
  sql: string,
  { connectTimeoutMs = 0 }: { readonly connectTimeoutMs?: number } = {},
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
