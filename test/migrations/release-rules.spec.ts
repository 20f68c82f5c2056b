import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import { runMigrations } from '../../src/platform/database/migrations';
import { FreshDatabase } from './fresh-database';
import { findUnsafeStatements } from './release-rules';

/** Migrations from before the first release: no release has run beside them. None is added. */
const BEFORE_THE_FIRST_RELEASE: readonly string[] = [
  'ExtendMedications1763800100000',
  'IndexDailyCounts1763800300000',
  'IndexLateConsultations1763800400000',
  'ExtendConsultations1763900000000',
  'ExtendConversations1763900400000',
  'IndexAnswersByConversation1763900600000',
  'SumDailyCounts1764000000000',
];

describe('the migrations', () => {
  const database = new FreshDatabase();

  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Runs all migrations, and returns the statements of each. */
  async function runAll(): Promise<Map<string, string[]>> {
    const spy = jest.spyOn(PostgresQueryRunner.prototype, 'query');
    await runMigrations(database.connection);
    const byMigration = new Map<string, string[]>();
    let statements: string[] = [];
    for (const [sql, parameters] of spy.mock.calls) {
      // TypeORM's last statement of each migration.
      const name: unknown =
        sql.startsWith('INSERT INTO "migrations"') && Array.isArray(parameters) ? parameters[1] : undefined;
      if (typeof name === 'string') {
        byMigration.set(name, statements);
        statements = [];
      } else statements.push(sql);
    }
    return byMigration;
  }

  it('keep what the previous release uses, and build indexes without a lock', async () => {
    const migrations = await runAll();
    expect([...migrations.keys()]).toEqual(
      database.connection.migrations.map(({ name, constructor }) => name ?? constructor.name),
    );
    const unsafe = [...migrations].flatMap(([name, statements]) => {
      const problems = findUnsafeStatements(statements);
      return problems.length > 0 ? [{ name, problems }] : [];
    });
    expect(unsafe.filter(({ name }) => !BEFORE_THE_FIRST_RELEASE.includes(name))).toEqual([]);
    expect(unsafe.map(({ name }) => name)).toEqual(BEFORE_THE_FIRST_RELEASE);
  });
});

describe('findUnsafeStatements', () => {
  it.each([
    'DROP TABLE ward',
    'ALTER TABLE ward DROP COLUMN beds',
    'ALTER TABLE ward\n  DROP CONSTRAINT ward_key',
    'DROP FUNCTION count_beds(text)',
    'DROP TRIGGER ward_is_kept ON ward',
    'ALTER TABLE ward RENAME COLUMN beds TO places',
    'ALTER TABLE ward ALTER COLUMN beds TYPE bigint',
    'ALTER TABLE ward ALTER COLUMN beds SET NOT NULL',
    'ALTER TABLE ward ADD COLUMN beds integer NOT NULL',
    'ALTER TABLE ward ADD CONSTRAINT ward_check CHECK (beds > 0)',
    'CREATE INDEX ward_idx ON ward (beds)',
    'CREATE UNIQUE INDEX ward_idx ON ward (beds)',
  ])('finds %j', (statement) => {
    expect(findUnsafeStatements([statement])).toHaveLength(1);
    expect(findUnsafeStatements(['CREATE TABLE bed (id integer)', statement])).toHaveLength(1);
  });

  it.each([
    ['ALTER TABLE ward ADD COLUMN beds integer'],
    [`ALTER TABLE ward ADD COLUMN beds integer NOT NULL DEFAULT 0`],
    ['ALTER TABLE ward ADD CONSTRAINT ward_check CHECK (beds > 0) NOT VALID'],
    ['CREATE INDEX CONCURRENTLY ward_idx ON ward (beds)'],
    ['CREATE TABLE ward (beds integer)', 'CREATE INDEX ward_idx ON ward (beds)'],
    ['CREATE TABLE ward (beds integer)', 'ALTER TABLE ward ALTER COLUMN beds SET NOT NULL'],
    ['CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DROP TABLE merged $$'],
  ])('finds nothing in %j', (...statements) => {
    expect(findUnsafeStatements(statements)).toEqual([]);
  });
});
