import { DataSource, type DataSourceOptions } from 'typeorm';
import { readDatabaseSettings } from '../../src/platform/config/environment';
import { migrationOptions } from '../../src/platform/database/data-source';
import { outstandingMigrations, runMigrations } from '../../src/platform/database/migrations';
import { type TestDatabase, createDatabase } from '../support/database';
import { DATABASE_DEADLINES } from '../support/environment';

/**
 * A database in each test of a suite, with connections that have the migrations' options. It has no tables, unless it is a clone
 * of the migrated one, which takes a hundredth of the time of the migrations.
 */
export class FreshDatabase {
  private readonly connections: DataSource[] = [];
  private database: TestDatabase | undefined;

  constructor({ migrated = false } = {}) {
    beforeEach(async () => {
      this.database = await createDatabase({ empty: !migrated });
      await this.connect();
    });
    afterEach(async () => {
      for (const connection of this.connections.splice(0)) await connection.destroy();
      await this.database?.drop();
    });
  }

  /** Settings of a platform on this database. */
  get settings(): TestDatabase['settings'] {
    if (!this.database) throw new Error('the database is created before each test, not before the suite');
    return this.database.settings;
  }

  /** The first connection. */
  get connection(): DataSource {
    const [connection] = this.connections;
    if (!connection) throw new Error('the connection is opened before each test, not before the suite');
    return connection;
  }

  /** Opens another connection. @param overrides fewer migrations, as in an older version */
  async connect(overrides: Pick<DataSourceOptions, 'migrations'> = {}): Promise<DataSource> {
    const options = migrationOptions(readDatabaseSettings({ ...DATABASE_DEADLINES, ...this.settings }));
    const connection = await new DataSource({ ...options, ...overrides }).initialize();
    this.connections.push(connection);
    return connection;
  }
}

/** A database at the version before a migration in each test of a suite. */
export class EarlierDatabase extends FreshDatabase {
  constructor(private readonly migration: string) {
    super({ migrated: true });
    beforeEach(() => this.revert());
  }

  /** Runs the outstanding migrations. */
  migrate(): Promise<string[]> {
    return runMigrations(this.connection);
  }

  /** Reverts the migration and all later ones. */
  async revert(): Promise<void> {
    while (!(await outstandingMigrations(this.connection)).includes(this.migration))
      await this.connection.undoLastMigration();
  }
}

/** Returns the names of all tables, sequences, views, functions and types in the schema. */
export async function listSchemaObjects(connection: DataSource): Promise<string[]> {
  const rows = await connection.query<{ name: string }[]>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
     UNION ALL
     SELECT p.proname FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
     UNION ALL
     SELECT t.typname FROM pg_type t
     WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd', 'r')
     ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Returns all columns, indexes and constraints as text. Equal schemas give equal lists. */
export async function describeSchema(connection: DataSource): Promise<string[]> {
  const rows = await connection.query<{ line: string }[]>(
    `SELECT format('%s.%s %s %s default %s', table_name, column_name, data_type, is_nullable, column_default) AS line
     FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL
     SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL
     SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}
