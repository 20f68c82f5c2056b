import 'reflect-metadata';
import { Column, DataSource, getMetadataArgsStorage } from 'typeorm';
import { migrationText, plainSql } from '../../dev/migrations/migration-text';
import { applicationEntities, losingStatements, schemaChanges } from '../../dev/migrations/schema-changes';
import { Session } from '../../src/modules/auth/sessions/session.entity';
import { readDatabaseSettings } from '../../src/platform/config/environment';
import { migrationOptions } from '../../src/platform/database/data-source';
import { type TestDatabase, createDatabase } from '../support/database';

describe('what migration:generate proposes', () => {
  let database: TestDatabase;
  let connection: DataSource;

  beforeEach(async () => {
    database = await createDatabase();
    connection = await connect();
  });

  afterEach(async () => {
    await connection.destroy();
    await database.drop();
  });

  const connect = () => {
    const options = migrationOptions(readDatabaseSettings({ DATABASE_URL: database.url }));
    return new DataSource({ ...options, entities: applicationEntities() }).initialize();
  };

  it('is nothing where database and entities match', async () => {
    expect(await schemaChanges(connection)).toEqual({ up: [], down: [], removals: [] });
  });

  it('is one column where an entity gains one', async () => {
    Column('text', { nullable: true })(Session.prototype, 'note');
    await connection.destroy();
    connection = await connect();
    getMetadataArgsStorage().columns.pop();
    expect(await schemaChanges(connection)).toEqual({
      up: ['ALTER TABLE "session" ADD "note" text'],
      down: ['ALTER TABLE "session" DROP COLUMN "note"'],
      removals: [],
    });
  });

  it('removes nothing that no entity declares, and names it', async () => {
    await connection.query('CREATE INDEX session_seen_idx ON session (last_seen_at)');
    await connection.query(
      `ALTER TABLE session ADD CONSTRAINT session_order_check CHECK (expires_at > created_at)`,
    );
    await connection.query('ALTER TABLE account ADD COLUMN ward text');
    await connection.query('CREATE TABLE ward (name text PRIMARY KEY)');
    await connection.query('ALTER TABLE session DROP COLUMN created_at CASCADE');
    await connection.query(
      'ALTER TABLE session ADD CONSTRAINT session_end_check CHECK (expires_at > last_seen_at)',
    );
    const { up, down, removals } = await schemaChanges(connection);
    expect(up).toEqual([expect.stringContaining('ALTER TABLE "session" ADD "created_at"')]);
    expect(down).toEqual(['ALTER TABLE "session" DROP COLUMN "created_at"']);
    expect(removals.toSorted()).toEqual([
      'ALTER TABLE "account" DROP COLUMN "ward"',
      'ALTER TABLE "session" DROP CONSTRAINT "session_end_check"',
      'DROP INDEX "public"."session_seen_idx"',
    ]);
  });

  it('replaces an index whose columns changed', async () => {
    await connection.query('DROP INDEX session_expires_idx');
    await connection.query('CREATE INDEX session_expires_idx ON session (created_at)');
    const { up, removals } = await schemaChanges(connection);
    expect(up.map(plainSql)).toEqual([
      'DROP INDEX public.session_expires_idx',
      'CREATE INDEX session_expires_idx ON session (expires_at)',
    ]);
    expect(removals).toEqual([]);
  });

  it('names a column whose data it would delete', async () => {
    await connection.query('ALTER TABLE session ALTER COLUMN token_hash TYPE varchar');
    const changes = await schemaChanges(connection);
    expect(losingStatements(changes)).toEqual(['ALTER TABLE "session" DROP COLUMN "token_hash"']);
  });

  it('makes a table as its entity declares it', async () => {
    await connection.query('DROP TABLE import_file');
    const changes = await schemaChanges(connection);
    for (const statement of changes.up) await connection.query(plainSql(statement));
    expect(await schemaChanges(connection)).toEqual({ up: [], down: [], removals: [] });
    for (const statement of changes.down) await connection.query(plainSql(statement));
    expect(await schemaChanges(connection)).toEqual(changes);
  });
});

describe('the text of a generated migration', () => {
  it('reads like one that is written by hand', () => {
    const up = [
      'ALTER TABLE "session" ADD "seen" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()',
      `CREATE TABLE "ward" ("id" uuid NOT NULL, "user" text NOT NULL DEFAULT 'a,"b"', CONSTRAINT "PK_0a1b2c" PRIMARY KEY ("id"))`,
    ];
    const down = ['DROP TABLE "ward"', 'ALTER TABLE "session" DROP COLUMN "seen"'];
    expect(migrationText('AddWards1', { up, down }))
      .toBe(`import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Brings session and ward in line with the entities. */
export class AddWards1 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE session ADD COLUMN seen timestamptz NOT NULL DEFAULT now()');
    await runner.query(\`
      CREATE TABLE ward (
        id uuid NOT NULL,
        "user" text NOT NULL DEFAULT 'a,"b"',
        PRIMARY KEY (id)
      )\`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ward');
    await runner.query('ALTER TABLE session DROP COLUMN seen');
  }
}
`);
  });
});
