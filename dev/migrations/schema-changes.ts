import { type DataSource, getMetadataArgsStorage } from 'typeorm';
// Loads every entity of the application.
import '../../src/app.module';

/** What a migration has to run for the database to match the entities. */
export interface SchemaChanges {
  readonly up: readonly string[];
  /** Undoes `up`, in the order in which it has to run. */
  readonly down: readonly string[];
  /** Statements that would remove what no entity declares. They are never part of `up`. */
  readonly removals: readonly string[];
}

/** Every entity that the application declares. */
export function applicationEntities(): (string | NewableFunction)[] {
  return getMetadataArgsStorage().tables.map(({ target }) => target);
}

/**
 * Compares the entities of a data source with its database. An index, a constraint or a column that no entity declares is
 * left alone: it may be one that only a migration can express. One that is removed and created again is a change.
 */
export async function schemaChanges(dataSource: DataSource): Promise<SchemaChanges> {
  const { upQueries, downQueries } = await dataSource.driver.createSchemaBuilder().log();
  const up = upQueries.map(({ query }) => query);
  const removed = up.flatMap((statement) => {
    const object = removedObject(statement);
    return object && !up.some((other) => creates(other, object)) ? [{ statement, object }] : [];
  });
  const removals = removed.map(({ statement }) => statement);
  const down = downQueries
    .map(({ query }) => query)
    .filter((statement) => !removed.some(({ object }) => creates(statement, object)));
  return {
    up: up.filter((statement) => !removals.includes(statement)),
    down: down.reverse(),
    removals,
  };
}

/** An index, a constraint or a column; the last two belong to a table. */
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

function creates(statement: string, { kind, table, name }: SchemaObject): boolean {
  switch (kind) {
    case 'INDEX':
      return /^CREATE (?:UNIQUE )?INDEX /.test(statement) && statement.includes(` INDEX ${name} `);
    case 'CONSTRAINT':
      return statement.startsWith(`ALTER TABLE ${table} ADD CONSTRAINT ${name} `);
    case 'COLUMN':
      return statement.startsWith(`ALTER TABLE ${table} ADD ${name} `);
  }
}

/** Statements that delete the data of a column, to type it anew: TypeORM converts no value. */
export function losingStatements({ up }: SchemaChanges): string[] {
  return up.filter((statement) => removedObject(statement)?.kind === 'COLUMN');
}
