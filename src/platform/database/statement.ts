import { z } from 'zod';
import type { Parameters } from './parameter';

/** PostgreSQL cuts a longer name off. */
const LONGEST_NAME = 63;

const PLACEHOLDER = /\$([a-z]\w*)/g;

interface Definition<P extends Parameters, Row extends z.ZodObject> {
  /** Names the prepared statement in the database; no other statement has it. */
  readonly name: string;
  /** SQL in which `$patientId` is the value of the parameter `patientId`. */
  readonly text: string;
  readonly parameters?: P;
  /** One row of the result, as the driver reads it. Without one, the statement returns no rows. */
  readonly row?: Row;
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
}

const registered = new Map<string, Statement>();

/** Returns every statement that was declared so far. */
export function registeredStatements(): Statement[] {
  return [...registered.values()];
}

/**
 * Declares a statement.
 * @throws TypeError if the name is taken or too long, or if text and parameters do not match
 */
export function statement<const P extends Parameters = Parameters, Row extends z.ZodObject = z.ZodObject>(
  definition: Definition<P, Row>,
): Statement<P, Row>;
export function statement({
  name,
  text,
  parameters = {},
  row = z.object({}),
}: Definition<Parameters, z.ZodObject>): Statement {
  if (registered.has(name)) throw new TypeError(`two statements have the name ${name}`);
  if (name.length > LONGEST_NAME)
    throw new TypeError(`${name}: a name has at most ${LONGEST_NAME} characters`);
  const order = [...new Set([...text.matchAll(PLACEHOLDER)].map(([, placeholder = '']) => placeholder))];
  for (const placeholder of order)
    if (!(placeholder in parameters)) throw new TypeError(`${name}: $${placeholder} is no parameter`);
  for (const parameter of Object.keys(parameters))
    if (!order.includes(parameter)) throw new TypeError(`${name}: the parameter ${parameter} is not used`);
  const sql = text.replace(
    PLACEHOLDER,
    (_placeholder, parameter: string) => `$${order.indexOf(parameter) + 1}`,
  );
  const declared = { name, sql, parameters, order, row, rows: z.array(row) };
  registered.set(name, declared);
  return declared;
}
