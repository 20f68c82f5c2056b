import { type TextFile, addImport, addItem } from './list-editing';

/** The file that lists the migrations of the platform. */
export const MIGRATION_INDEX = 'migrations/index.ts';

/** A new migration, before it is written. */
interface NewMigration {
  readonly path: string;
  readonly className: string;
  /** The index with the new migration. */
  readonly index: TextFile;
}

/**
 * Returns a new migration and the changed index.
 * @param name in kebab case
 * @throws OperatorError if the index cannot be changed
 */
export function addMigration(index: TextFile, name: string, number: number): NewMigration {
  const words = name.split('-').map((word) => word.replace(/^./, (letter) => letter.toUpperCase()));
  const className = `${words.join('')}${number}`;
  const imported = addImport(index, className, `./${number}-${name}`);
  return {
    path: `migrations/${number}-${name}.ts`,
    className,
    index: addItem(imported, 'export const migrations = [', className),
  };
}
