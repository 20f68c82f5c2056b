import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { checkoutRoot } from '../../../dev/checkout';
import { text } from '../../../src/platform/database/parameter';
import { type Statement, registeredStatements, statement } from '../../../src/platform/database/statement';
import { type TestDatabase, createDatabase } from '../../support/database';
import { type Description, describeStatement } from './statement-description';

// Every file that declares statements, also those that only commands load.
const load = createRequire(__filename);
const SOURCE = join(checkoutRoot, 'src');
for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.sql.ts')) load(join(SOURCE, file));
// They declare those of their temporary tables.
for (const name of ['consultations-import', 'sales-import']) load(join(SOURCE, 'integrations/imports', name));

/** Statements that PostgreSQL can plan. The plan needs the same privileges as the statement itself. */
const CAN_BE_EXPLAINED = /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/;
/** Statements of migrations, erasures and the retention of the audit trail, which run with the role that owns the tables. */
const STATEMENTS_OF_OWNER = new Set([
  'store_migration_digest',
  'erase_consultations',
  'erase_void_reasons',
  'erase_fhir_conditions',
  'erase_name_in_alert_acts',
  'store_removed_audit_day',
  'delete_events_of_audit_day',
  'delete_links_of_audit_day',
]);

/** Kind of value that the driver returns for a PostgreSQL type. */
const KINDS: Readonly<Record<string, string>> = {
  text: 'string',
  uuid: 'string',
  name: 'string',
  'character varying': 'string',
  bigint: 'string',
  numeric: 'string',
  smallint: 'number',
  integer: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'date',
  date: 'date',
  bytea: 'bytes',
  json: 'json',
  jsonb: 'json',
};

function kindOfType(type: string): string {
  return type.endsWith('[]') ? `${kindOfType(type.slice(0, -2))}[]` : (KINDS[type] ?? type);
}

/** Returns the kind of value that a column's schema accepts. */
function kindOfSchema(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly)
    return kindOfSchema(schema.unwrap());
  if (schema instanceof z.ZodPipe) return kindOfSchema(schema.in);
  if (schema instanceof z.ZodArray) return `${kindOfSchema(schema.element)}[]`;
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodDate) return 'date';
  if (schema instanceof z.ZodCustom) return 'bytes';
  if (schema instanceof z.ZodLiteral) return typeof [...schema.values][0];
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.map(kindOfSchema))].join('|');
  const isText =
    schema instanceof z.ZodString || schema instanceof z.ZodEnum || schema instanceof z.ZodStringFormat;
  return isText ? 'string' : 'json';
}

/** Returns the differences between a declared statement and PostgreSQL's description. */
function differences({ parameters, order, row }: Statement, described: Description): string[] {
  const shape: Readonly<Record<string, z.core.$ZodType>> = row.shape;
  const isJson = (kind: string) => kind.replace(/\[\]$/, '') === 'json';
  return [
    ...order.flatMap((name, index) => {
      const [declared, actual] = [parameters[name]?.type, described.parameters[index]];
      return declared === actual ? [] : [`$${name} is ${String(actual)}, declared as ${String(declared)}`];
    }),
    ...Object.keys(shape).flatMap((name) =>
      described.columns.some((column) => column.name === name) ? [] : [`there is no column ${name}`],
    ),
    ...described.columns.flatMap(({ name, type, nullable }) => {
      const schema = shape[name];
      if (!schema) return [`the column ${name} is not declared`];
      const [declared, actual] = [kindOfSchema(schema), kindOfType(type)];
      const isNullable = schema instanceof z.ZodNullable;
      return [
        ...(declared === actual || (isJson(actual) && isJson(declared.replace(/^.*\[\]$/, 'json')))
          ? []
          : [`${name} is ${type}, declared as ${declared}`]),
        ...(nullable === undefined || nullable === isNullable
          ? []
          : [`${name} ${nullable ? 'can be NULL' : 'is never NULL'}`]),
      ];
    }),
  ];
}

describe('the declared statements', () => {
  let database: TestDatabase;
  let client: Client;
  // Suites of one worker share modules, and with them the statements that other suites declare.
  const declared = registeredStatements().filter(({ name }) => !name.startsWith('test_'));

  beforeAll(async () => {
    database = await createDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const check = async (one: Statement) => {
    await client.query('BEGIN');
    try {
      await client.query(one.temporaryTables ?? '');
      return differences(one, await describeStatement(client, one.sql));
    } finally {
      await client.query('ROLLBACK');
    }
  };

  it.each(declared.map((one) => [one.name, one] as const))(
    '%s has the parameters and columns that PostgreSQL describes',
    async (_name, one) => {
      expect(await check(one)).toEqual([]);
    },
  );

  const run = async (one: Statement) => {
    await client.query('BEGIN');
    try {
      await client.query(one.temporaryTables ?? '');
      await client.query(`EXPLAIN (GENERIC_PLAN) ${one.sql}`);
    } finally {
      await client.query('ROLLBACK');
    }
  };

  it.each(
    declared
      .filter(({ name, sql }) => CAN_BE_EXPLAINED.test(sql) && !STATEMENTS_OF_OWNER.has(name))
      .map((one) => [one.name, one] as const),
  )('%s may be run by the role of the application', async (_name, one) => {
    await expect(run(one)).resolves.toBeUndefined();
  });

  it('may not be run by the role of the application if they change a record', async () => {
    const change = statement({
      name: 'test_change_record',
      text: 'UPDATE consultation SET patient_id = NULL',
    });
    await expect(run(change)).rejects.toThrow('permission denied for table consultation');
  });

  it('fail the check for a column that does not exist', async () => {
    const renamed = statement({
      name: 'test_renamed_column',
      text: 'SELECT seen_at FROM session',
      row: z.object({ seen_at: z.date() }),
    });
    await expect(check(renamed)).rejects.toThrow('column "seen_at" does not exist');
  });

  it('fail the check for every difference', async () => {
    const wrong = statement({
      name: 'test_wrong_types',
      text: `
        SELECT a.country, s.expires_at AS expires, a.id
        FROM account a LEFT JOIN session s ON s.account_id = a.id WHERE a.id = $id`,
      parameters: { id: text() },
      row: z.object({ country: z.string(), expires: z.string(), missing: z.number() }),
    });
    expect(await check(wrong)).toEqual([
      '$id is uuid, declared as text',
      'there is no column missing',
      'country can be NULL',
      'expires is timestamp with time zone, declared as string',
      'expires can be NULL',
      'the column id is not declared',
    ]);
  });

  it('are refused if text and parameters do not match, or the name is taken or too long', () => {
    const declare = (name: string, sql: string, parameters = {}) =>
      statement({ name, text: sql, parameters });
    const unused = { id: text() };
    expect(() => declare('test_unknown', 'SELECT $id')).toThrow('test_unknown: $id is no parameter');
    expect(() => declare('test_unused', 'SELECT 1', unused)).toThrow(
      'test_unused: the parameter id is not used',
    );
    expect(() => declare('test_wrong_types', 'SELECT 1')).toThrow(
      'two statements have the name test_wrong_types',
    );
    expect(() => declare('a'.repeat(64), 'SELECT 1')).toThrow('a name has at most 63 characters');
  });
});
