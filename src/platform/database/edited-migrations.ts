import { type DataSource, type MigrationInterface, QueryResult } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import { OperatorError } from '../config/operator-error';
import { contentDigest } from './content-digest';
import { Database } from './database';
import {
  ADD_DIGEST_COLUMN,
  FIND_DIGEST_COLUMN,
  LIST_DIGESTS,
  LIST_MIGRATIONS_WITHOUT_DIGEST,
  STORE_DIGEST,
} from './migrations.sql';

/** Migrations differ from those that ran on this database. */
export class EditedMigrationError extends OperatorError {
  override name = 'EditedMigrationError';

  constructor(names: readonly string[]) {
    super(
      `Migrations that were edited after they ran on this database, themselves or in their data files: ${names.join(', ')}\n` +
        'In development: undo the edit, or empty the database and run every migration again: npm run db:reset\n' +
        'In production: undo the edit and add a new migration.',
    );
  }
}

/** Returns the name under which TypeORM records a migration. */
export function migrationName(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

/** Returns the names of the migrations whose statements differ from those that ran. */
export async function editedMigrations(dataSource: DataSource): Promise<string[]> {
  const database = new Database(dataSource);
  if (!(await hasDigests(database))) return [];
  const rows = await database.rows(LIST_DIGESTS);
  const recordedDigests = new Map(rows.map(({ name, digest }) => [name, digest]));
  const edited: string[] = [];
  for (const migration of dataSource.migrations) {
    const name = migrationName(migration);
    const recorded = recordedDigests.get(name);
    if (recorded !== undefined && recorded !== (await statementDigest(dataSource, migration)))
      edited.push(name);
  }
  return edited;
}

/** Stores the digest of each migration that has run and has none. */
export async function recordDigests(dataSource: DataSource): Promise<void> {
  const database = new Database(dataSource);
  if (!(await hasDigests(database))) await database.run(ADD_DIGEST_COLUMN);
  const rows = await database.rows(LIST_MIGRATIONS_WITHOUT_DIGEST);
  const names = new Set(rows.map(({ name }) => name));
  for (const migration of dataSource.migrations) {
    const name = migrationName(migration);
    if (!names.has(name)) continue;
    await database.run(STORE_DIGEST, { name, digest: await statementDigest(dataSource, migration) });
  }
}

/**
 * Returns the SHA-256 of a migration's statements and parameters, in PostgreSQL's text form of `bytea`. Whitespace does not
 * count. No statement is sent: queries return no rows, so a migration that needs a row is covered up to there.
 */
export async function statementDigest(
  dataSource: DataSource,
  migration: MigrationInterface,
): Promise<string> {
  const cached = digests.get(migration);
  if (cached !== undefined) return cached;
  if (!(dataSource.driver instanceof PostgresDriver)) throw new TypeError('the platform runs on PostgreSQL');
  const recorder = new StatementRecorder(dataSource.driver, 'master');
  dataSource.createEntityManager(recorder);
  await migration.up(recorder).catch(() => undefined);
  const digest = contentDigest(recorder.statements);
  digests.set(migration, digest);
  return digest;
}

/** Digests already computed: the migrations with the catalogues take 0.1 s and more each. */
const digests = new WeakMap<MigrationInterface, string>();

async function hasDigests(database: Database): Promise<boolean> {
  return (await database.one(FIND_DIGEST_COLUMN)).exists;
}

/** Records statements without sending them. Each returns no row. */
class StatementRecorder extends PostgresQueryRunner {
  readonly statements: [sql: string, parameters: unknown[]][] = [];

  override connect(): Promise<void> {
    return Promise.resolve();
  }

  override query(sql: string, parameters: unknown[] | undefined, structured: true): Promise<QueryResult>;
  override query<Rows>(sql: string, parameters?: unknown[]): Promise<Rows>;
  override query(sql: string, parameters: unknown[] = [], structured?: true): Promise<unknown> {
    this.statements.push([sql.replace(/\s+/g, ' ').trim(), parameters]);
    return Promise.resolve(structured ? Object.assign(new QueryResult(), { raw: [] }) : []);
  }
}
