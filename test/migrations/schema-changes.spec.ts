import 'reflect-metadata';
import { Column, DataSource, getMetadataArgsStorage } from 'typeorm';
import { formatMigration, simplifySql } from '../../dev/generate-migration/format-migration';
import {
  listEntities,
  findDroppedColumns,
  findSchemaChanges,
} from '../../dev/generate-migration/schema-changes';
import { Session } from '../../src/modules/auth/sessions/session.entity';
import { readDatabaseSettings } from '../../src/platform/config/environment';
import { migrationOptions } from '../../src/platform/database/data-source';
import { type TestDatabase, createDatabase } from '../support/database';
import { DATABASE_DEADLINES } from '../support/environment';

describe('the changes that migration:generate finds', () => {
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
    const options = migrationOptions(readDatabaseSettings({ ...DATABASE_DEADLINES, ...database.settings }));
    return new DataSource({ ...options, entities: listEntities() }).initialize();
  };

  it('are empty if database and entities match', async () => {
    expect(await findSchemaChanges(connection)).toEqual({ up: [], down: [], removals: [] });
  });

  it('add a column that an entity gained', async () => {
    Column('text', { nullable: true })(Session.prototype, 'note');
    await connection.destroy();
    connection = await connect();
    getMetadataArgsStorage().columns.pop();
    expect(await findSchemaChanges(connection)).toEqual({
      up: ['ALTER TABLE "session" ADD "note" text'],
      down: ['ALTER TABLE "session" DROP COLUMN "note"'],
      removals: [],
    });
  });

  it('list what no entity declares, without dropping it', async () => {
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
    const { up, down, removals } = await findSchemaChanges(connection);
    expect(up).toEqual([expect.stringContaining('ALTER TABLE "session" ADD "created_at"')]);
    expect(down).toEqual(['ALTER TABLE "session" DROP COLUMN "created_at"']);
    expect(removals.toSorted()).toEqual([
      'ALTER TABLE "account" DROP COLUMN "ward"',
      'ALTER TABLE "session" DROP CONSTRAINT "session_end_check"',
      'DROP INDEX "public"."session_seen_idx"',
    ]);
  });

  it('replace an index with other columns', async () => {
    await connection.query('DROP INDEX session_expires_idx');
    await connection.query('CREATE INDEX session_expires_idx ON session (created_at)');
    const { up, removals } = await findSchemaChanges(connection);
    expect(up.map(simplifySql)).toEqual([
      'DROP INDEX public.session_expires_idx',
      'CREATE INDEX session_expires_idx ON session (expires_at)',
    ]);
    expect(removals).toEqual([]);
  });

  it('report a column whose data they would delete', async () => {
    await connection.query('ALTER TABLE session ALTER COLUMN token_hash TYPE varchar');
    const changes = await findSchemaChanges(connection);
    expect(findDroppedColumns(changes)).toEqual(['ALTER TABLE "session" DROP COLUMN "token_hash"']);
  });

  it('create a table exactly as its entity declares it', async () => {
    await connection.query('DROP TABLE import_file');
    const changes = await findSchemaChanges(connection);
    for (const statement of changes.up) await connection.query(simplifySql(statement));
    expect(await findSchemaChanges(connection)).toEqual({ up: [], down: [], removals: [] });
    for (const statement of changes.down) await connection.query(simplifySql(statement));
    expect(await findSchemaChanges(connection)).toEqual(changes);
  });
});

describe('formatMigration', () => {
  it('writes a migration in the style of this repository', () => {
    const up = [
      'ALTER TABLE "session" ADD "seen" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()',
      `CREATE TABLE "ward" ("id" uuid NOT NULL, "user" text NOT NULL DEFAULT 'a,"b"', CONSTRAINT "PK_0a1b2c" PRIMARY KEY ("id"))`,
    ];
    const down = ['DROP TABLE "ward"', 'ALTER TABLE "session" DROP COLUMN "seen"'];
    expect(formatMigration('AddWards1', { up, down }))
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
