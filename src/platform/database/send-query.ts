import { Client, type ClientBase, DatabaseError, type QueryConfig, type QueryResult } from 'pg';
import { QueryFailedError } from 'typeorm';
import { findUnavailability } from './unavailability';

/**
 * SQLSTATEs of a prepared statement that no longer works on its connection: a migration changed the type of a column that
 * it returns, or a connection pooler replaced the database session.
 */
const STALE_STATEMENT = new Set(['0A000', '26000']);

/**
 * Sends a query on a connection.
 * @throws QueryFailedError
 */
export async function sendQuery(client: ClientBase, query: QueryConfig): Promise<QueryResult<object>> {
  try {
    return await client.query(query);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const failed = new QueryFailedError(query.text, query.values, error);
    // For the log. Other failures are of the statement, wherever it ran.
    if (client instanceof Client && findUnavailability(failed))
      Object.assign(failed, { host: `${client.host}:${client.port}` });
    // Closed, because only a new connection prepares the statement again. Its owner replaces it.
    if (isStaleStatement(failed) && client instanceof Client) client.end().catch(() => undefined);
    throw failed;
  }
}

/** Returns whether a statement failed because its connection has to prepare it again; the connection is closed then. */
export function isStaleStatement(error: unknown): boolean {
  return STALE_STATEMENT.has(sqlStateOf(error) ?? '');
}

/** Returns the SQLSTATE of a failed query; undefined if it was not the database that reported the failure. */
export function sqlStateOf(error: unknown): string | undefined {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : undefined;
  return cause instanceof DatabaseError ? cause.code : undefined;
}
