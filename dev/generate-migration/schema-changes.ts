import { type DataSource, getMetadataArgsStorage } from 'typeorm';
// Registers every entity of the application.
import '../../src/app.module';

/** The statements that make the database match the entities. */
export interface SchemaChanges {
  readonly up: readonly string[];
  /** Statements that undo `up`, in the order to run them. */
  readonly down: readonly string[];
  /** Statements that would drop what no entity declares. `up` never has them. */
  readonly removals: readonly string[];
}

/** Returns every entity of the application. */
export function listEntities(): (string | NewableFunction)[] {
  return getMetadataArgsStorage().tables.map(({ target }) => target);
}

/**
 * Compares the entities of a data source with its database. `up` keeps an index, a constraint or a column that no entity
 * declares, because only a migration can express some of them. It does drop one that it then creates in another form.
 */
export async function findSchemaChanges(dataSource: DataSource): Promise<SchemaChanges> {
  const { upQueries, downQueries } = await dataSource.driver.createSchemaBuilder().log();
  const up = upQueries.map(({ query }) => query);
  const removed = up.flatMap((statement) => {
    const object = removedObject(statement);
    return object && !up.some((other) => isCreating(other, object)) ? [{ statement, object }] : [];
  });
  const removals = removed.map(({ statement }) => statement);
  const down = downQueries
    .map(({ query }) => query)
    .filter((statement) => !removed.some(({ object }) => isCreating(statement, object)));
  return {
    up: up.filter((statement) => !removals.includes(statement)),
    down: down.reverse(),
    removals,
  };
}

/** An index, a constraint or a column. `table` is empty for an index. */
interface SchemaObject {
  readonly kind: 'INDEX' | 'CONSTRAINT' | 'COLUMN';
  readonly table: string;
  readonly name: string;
}

const REMOVAL = /^(?:ALTER TABLE (\S+) )?DROP (INDEX|CONSTRAINT|COLUMN) (?:"[^"]+"\.)?("[^"]+")$/;

function removedObject(statement: string): SchemaObject | undefined {
  const [, table = '', kind, name = ''] = REMOVAL.exec(statement) ?? [];
  return kind === 'INDEX' || kind === 'CONSTRAINT' || kind === 'COLUMN' ? { kind, table, name } : undefined;
}

function isCreating(statement: string, { kind, table, name }: SchemaObject): boolean {
  switch (kind) {
    case 'INDEX':
      return /^CREATE (?:UNIQUE )?INDEX /.test(statement) && statement.includes(` INDEX ${name} `);
    case 'CONSTRAINT':
      return statement.startsWith(`ALTER TABLE ${table} ADD CONSTRAINT ${name} `);
    case 'COLUMN':
      return statement.startsWith(`ALTER TABLE ${table} ADD ${name} `);
  }
}

/** Returns the statements that drop a column. TypeORM changes a type by creating the column again, without its data. */
export function findDroppedColumns({ up }: SchemaChanges): string[] {
  return up.filter((statement) => removedObject(statement)?.kind === 'COLUMN');
}
