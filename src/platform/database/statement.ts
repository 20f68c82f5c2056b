import { z } from 'zod';
import type { Parameters } from './parameter';

/** PostgreSQL truncates longer names. */
const MAX_NAME_LENGTH = 63;

const PLACEHOLDER = /\$([a-z]\w*)/g;

/** Connection on which a statement runs outside of transactions. */
type Connection = 'pipelined' | 'pooled' | 'replica';

interface Definition<P extends Parameters, Row extends z.ZodObject> {
  /** Unique name of the prepared statement. */
  readonly name: string;
  /** SQL with placeholders: `$patientId` is the parameter `patientId`. */
  readonly text: string;
  readonly parameters?: P;
  /** Schema of one row as the driver returns it; omitted if the statement returns no columns. */
  readonly row?: Row;
  /**
   * `custom` if the best plan depends on the values, as with periods from a week to a year: PostgreSQL then plans each
   * execution. By default, it caches one plan for all values after five executions.
   */
  readonly plan?: 'custom' | 'cached';
  /**
   * `pipelined` for a statement that reads a limited number of rows, in less than a few milliseconds, and never waits for a
   * lock: it shares a connection with statements of other requests. `replica` for a statement that only reads and takes no
   * lock. A replica is used only after it has replayed every earlier write. By default, it has a connection of the
   * primary's pool for itself.
   */
  readonly connection?: Connection;
  /** SQL that creates the temporary tables of the statement; the check of the declared statements runs it first. */
  readonly temporaryTables?: string;
}

/** An SQL statement with a name, typed parameters and a schema of its rows. `Database` runs it. */
export interface Statement<P extends Parameters = Parameters, Row extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** The SQL with the placeholders `$1`, `$2`, … */
  readonly sql: string;
  readonly parameters: P;
  /** The parameters' names in the order of the placeholders. */
  readonly order: readonly (keyof P & string)[];
  readonly row: Row;
  readonly rows: z.ZodArray<Row>;
  readonly plan: 'custom' | 'cached';
  readonly connection: Connection;
  readonly temporaryTables: string | undefined;
}

const registered = new Map<string, Statement>();

/** Returns the statements of all files that are loaded. */
export function registeredStatements(): Statement[] {
  return [...registered.values()];
}

/**
 * Declares a statement.
 * @throws TypeError if the name is not unique or too long, or if text and parameters do not match
 */
export function statement<const P extends Parameters = Parameters, Row extends z.ZodObject = z.ZodObject>(
  definition: Definition<P, Row>,
): Statement<P, Row>;
export function statement({
  name,
  text,
  parameters = {},
  row = z.object({}),
  plan = 'cached',
  connection = 'pooled',
  temporaryTables,
}: Definition<Parameters, z.ZodObject>): Statement {
  if (registered.has(name)) throw new TypeError(`two statements have the name ${name}`);
  if (name.length > MAX_NAME_LENGTH)
    throw new TypeError(`${name}: a name has at most ${MAX_NAME_LENGTH} characters`);
  const order = [...new Set([...text.matchAll(PLACEHOLDER)].map(([, placeholder = '']) => placeholder))];
  for (const placeholder of order)
    if (!(placeholder in parameters)) throw new TypeError(`${name}: $${placeholder} is no parameter`);
  for (const parameter of Object.keys(parameters))
    if (!order.includes(parameter)) throw new TypeError(`${name}: the parameter ${parameter} is not used`);
  const sql = text.replace(
    PLACEHOLDER,
    (_placeholder, parameter: string) => `$${order.indexOf(parameter) + 1}`,
  );
  const declared = {
    name,
    sql,
    parameters,
    order,
    row,
    rows: z.array(row),
    plan,
    connection,
    temporaryTables,
  };
  registered.set(name, declared);
  return declared;
}
