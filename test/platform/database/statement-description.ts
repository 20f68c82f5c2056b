import { type Client, type Connection, type FieldDef, type Submittable } from 'pg';
import { z } from 'zod';

/** A column of a result in PostgreSQL's description. */
export interface DescribedColumn {
  readonly name: string;
  readonly type: string;
  /** Whether it can be NULL; undefined for an expression, for which PostgreSQL does not report it. */
  readonly nullable: boolean | undefined;
}

/** PostgreSQL's description of a statement, with the names of the types. */
export interface Description {
  readonly parameters: readonly string[];
  readonly columns: readonly DescribedColumn[];
}

const identifiersSchema = z.object({ dataTypeIDs: z.array(z.int()) });

interface ExtendedConnection extends Connection {
  describe(message: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

function isExtended(connection: Connection): connection is ExtendedConnection {
  return 'describe' in connection && 'sync' in connection;
}

/** A `pg` query that parses a statement and reads its description without running it. */
class Describe implements Submittable {
  private parameters: readonly number[] = [];
  private fields: readonly FieldDef[] = [];

  constructor(
    private readonly sql: string,
    private readonly done: (error: Error | undefined, described: RawDescription) => void,
  ) {}

  submit(connection: Connection): void {
    if (!isExtended(connection)) throw new TypeError('the connection of pg lacks describe or sync');
    connection.once('parameterDescription', (message: unknown) => {
      this.parameters = identifiersSchema.parse(message).dataTypeIDs;
    });
    connection.parse({ name: '', text: this.sql, types: [] }, true);
    connection.describe({ type: 'S', name: '' });
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.fields = fields;
  }

  handleError(error: Error): void {
    this.done(error, { parameters: [], fields: [] });
  }

  handleReadyForQuery(): void {
    this.done(undefined, { parameters: this.parameters, fields: this.fields });
  }
}

interface RawDescription {
  readonly parameters: readonly number[];
  readonly fields: readonly FieldDef[];
}

/**
 * Returns PostgreSQL's description of a statement.
 * @throws the database error if it cannot parse the statement
 */
export async function describeStatement(client: Client, sql: string): Promise<Description> {
  const { parameters, fields } = await new Promise<RawDescription>((resolve, reject) => {
    client.query(
      new Describe(sql, (error, described) => {
        if (error) reject(error);
        else resolve(described);
      }),
    );
  });
  const types = await typeNames(client, [...parameters, ...fields.map(({ dataTypeID }) => dataTypeID)]);
  const nullable = await nullability(client, sql, fields);
  return {
    parameters: parameters.map((identifier) => types.get(identifier) ?? 'unknown'),
    columns: fields.map(({ name, dataTypeID }, index) => ({
      name,
      type: types.get(dataTypeID) ?? 'unknown',
      nullable: nullable[index],
    })),
  };
}

async function typeNames(client: Client, identifiers: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await client.query<{ id: number; name: string }>(
    'SELECT oid::integer AS id, format_type(oid, NULL) AS name FROM pg_type WHERE oid = ANY ($1::oid[])',
    [identifiers],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function nullability(
  client: Client,
  sql: string,
  fields: readonly FieldDef[],
): Promise<(boolean | undefined)[]> {
  if (fields.length === 0) return [];
  const { rows } = await client.query<{ key: string; required: boolean }>(
    `SELECT a.attrelid::integer || '.' || a.attnum AS key, a.attnotnull AS required
     FROM pg_attribute a JOIN unnest($1::oid[], $2::integer[]) AS f (relation, number)
       ON a.attrelid = f.relation AND a.attnum = f.number`,
    [fields.map(({ tableID }) => tableID), fields.map(({ columnID }) => columnID)],
  );
  const required = new Map(rows.map((row) => [row.key, row.required]));
  const plan = await planOf(client, sql);
  const outer = outerJoined(plan);
  return fields.map(({ tableID, columnID }, index) => {
    const isRequired = required.get(`${tableID}.${columnID}`);
    if (isRequired === undefined) return undefined;
    const alias = /^(\w+)\.\w+$/.exec(plan.Output?.[index] ?? '')?.[1];
    // For a column of a subquery, the plan does not show its table.
    if (isRequired && alias === undefined) return undefined;
    return !isRequired || (alias !== undefined && outer.has(alias));
  });
}

const planSchema = z.object({
  Alias: z.string().optional(),
  'Join Type': z.string().optional(),
  Output: z.array(z.string()).optional(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});

type Plan = z.output<typeof planSchema>;

async function planOf(client: Client, sql: string): Promise<Plan> {
  const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
    `EXPLAIN (VERBOSE, GENERIC_PLAN, FORMAT JSON) ${sql}`,
  );
  return z.tuple([z.object({ Plan: planSchema })]).parse(rows[0]?.['QUERY PLAN'])[0].Plan;
}

/** Returns the aliases of the tables whose columns an outer join can make NULL. */
function outerJoined(plan: Plan): Set<string> {
  const [outer, inner] = plan.Plans ?? [];
  const join = plan['Join Type'];
  const nullable = [
    ...((join === 'Left' || join === 'Full') && inner ? aliasesOf(inner) : []),
    ...((join === 'Right' || join === 'Full') && outer ? aliasesOf(outer) : []),
  ];
  return new Set([...nullable, ...(plan.Plans ?? []).flatMap((child) => [...outerJoined(child)])]);
}

function aliasesOf(plan: Plan): string[] {
  return [...(plan.Alias === undefined ? [] : [plan.Alias]), ...(plan.Plans ?? []).flatMap(aliasesOf)];
}
