import { type DataSource, type MigrationInterface, QueryResult } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import { OperatorError } from '../config/operator-error';
import { contentDigest } from './content-digest';

/** A migration differs from the one that ran on this database. */
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

/** The name that TypeORM records: the migration's own if it has one, else its class. */
export function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

/** The names of the migrations whose statements differ from those that ran. */
export async function editedMigrations(dataSource: DataSource): Promise<string[]> {
  if (!(await hasDigests(dataSource))) return [];
  const rows = await dataSource.query<{ name: string; digest: string }[]>(
    `SELECT name, '\\x' || encode(digest, 'hex') AS digest FROM migrations WHERE digest IS NOT NULL`,
  );
  const recordedDigests = new Map(rows.map(({ name, digest }) => [name, digest]));
  const edited: string[] = [];
  for (const migration of dataSource.migrations) {
    const recorded = recordedDigests.get(nameOf(migration));
    if (recorded !== undefined && recorded !== (await statementDigest(dataSource, migration)))
      edited.push(nameOf(migration));
  }
  return edited;
}

/**
 * Records the digest of each migration that has run and has none: those that have just run, and those that ran before
 * digests were recorded.
 */
export async function recordDigests(dataSource: DataSource): Promise<void> {
  if (!(await hasDigests(dataSource)))
    await dataSource.query('ALTER TABLE migrations ADD COLUMN digest bytea');
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations WHERE digest IS NULL');
  const names = new Set(rows.map(({ name }) => name));
  for (const migration of dataSource.migrations.filter((each) => names.has(nameOf(each)))) {
    const digest = await statementDigest(dataSource, migration);
    await dataSource.query('UPDATE migrations SET digest = $2 WHERE name = $1', [nameOf(migration), digest]);
  }
}

/**
 * SHA-256 of the statements that a migration runs and of their parameters, apart from their layout. Nothing is run. A
 * migration that needs a row that it reads is covered up to there.
 * @returns the digest as PostgreSQL reads a `bytea`
 */
export async function statementDigest(
  dataSource: DataSource,
  migration: MigrationInterface,
): Promise<string> {
  const known = digests.get(migration);
  if (known !== undefined) return known;
  if (!(dataSource.driver instanceof PostgresDriver)) throw new TypeError('the platform runs on PostgreSQL');
  const recorder = new StatementRecorder(dataSource.driver, 'master');
  dataSource.createEntityManager(recorder);
  await migration.up(recorder).catch(() => undefined);
  const digest = contentDigest(recorder.statements);
  digests.set(migration, digest);
  return digest;
}

/** The catalogues take a tenth of a second and more. */
const digests = new WeakMap<MigrationInterface, string>();

async function hasDigests(dataSource: DataSource): Promise<boolean> {
  const rows = await dataSource.query<unknown[]>(
    `SELECT FROM pg_attribute
     WHERE attrelid = to_regclass('migrations') AND attname = 'digest' AND NOT attisdropped`,
  );
  return rows.length > 0;
}

/** Records statements and sends none. Each returns no row. */
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
