import { Client, type ClientBase, DatabaseError, type QueryConfig, type QueryResult } from 'pg';
import { QueryFailedError } from 'typeorm';
import { MAX_DEPTH, UNPREPARED, findUnavailability, isChangedResult } from './unavailability';

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

/** Returns whether a statement did not run because its connection has to prepare it again; the connection is closed then. */
export function isStaleStatement(error: unknown): boolean {
  return hasChangedResult(error) || sqlStateOf(error) === UNPREPARED;
}

/** Returns whether a statement did not run because a migration changed the type of its result since it was prepared. */
export function hasChangedResult(error: unknown): boolean {
  const cause = databaseErrorOf(error);
  return cause !== undefined && isChangedResult(cause);
}

/** Returns the SQLSTATE of a failed query; undefined if it was not the database that reported the failure. */
export function sqlStateOf(error: unknown): string | undefined {
  return databaseErrorOf(error)?.code;
}

/** Returns whether an error, or its cause, is that the transaction was rolled back because it and another one waited for each other. */
export function isDeadlock(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return false;
  return sqlStateOf(error) === '40P01' || isDeadlock(error.cause, depth + 1);
}

function databaseErrorOf(error: unknown): DatabaseError | undefined {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : undefined;
  return cause instanceof DatabaseError ? cause : undefined;
}
