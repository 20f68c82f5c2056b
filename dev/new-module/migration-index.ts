import { type ListFile, withImport, withItem } from './lists';

/** The file that names every migration. */
export const MIGRATION_INDEX = 'migrations/index.ts';

/** A migration that is about to be written. */
export interface NumberedMigration {
  /** Milliseconds since 1970, and later than every other migration. */
  readonly number: number;
  readonly path: string;
  readonly className: string;
  /** The index with the migration in it. */
  readonly index: ListFile;
}

/**
 * Gives a migration its number and names it in the index.
 * @param name in kebab case
 * @throws StackError if the index cannot be read
 */
export function numberMigration(index: ListFile, name: string, now: Date): NumberedMigration {
  const number = migrationNumber(index, now);
  const words = name.split('-').map((word) => word.replace(/^./, (letter) => letter.toUpperCase()));
  const className = `${words.join('')}${number}`;
  const imported = withImport(index, className, `./${number}-${name}`);
  return {
    number,
    path: `migrations/${number}-${name}.ts`,
    className,
    index: withItem(imported, 'export const migrations = [', className),
  };
}

/** Returns the number of a new migration: milliseconds since 1970, and later than every migration of the index. */
export function migrationNumber({ text }: ListFile, now: Date): number {
  const numbers = [...text.matchAll(/'\.\/(\d{13})-/g)].map(([, number]) => Number(number));
  return Math.max(now.getTime(), ...numbers.map((number) => number + 1));
}
