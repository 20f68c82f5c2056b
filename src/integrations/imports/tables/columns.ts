import { CommandError } from '../../../platform/command-line/command';
import { nameKey } from '../../../shared/name-key';

/** A column that a file may have. */
export interface Column {
  /** As the API calls the field. */
  readonly field: string;
  readonly isRequired: boolean;
  /** What else it is called, in any case, with or without accents and spaces. */
  readonly names: readonly string[];
}

/** Where the columns of a file are. */
export interface FoundColumns {
  /** Position of each field that the file has. */
  readonly positions: ReadonlyMap<string, number>;
  /** Columns that nobody asked for, as the file calls them. */
  readonly ignored: readonly string[];
}

/** How many columns of a header are known. */
export function countKnown(header: readonly string[], columns: readonly Column[]): number {
  const fields = fieldsByKey(columns);
  return header.filter((cell) => fields.has(nameKey(cell))).length;
}

/**
 * Finds the columns by their names, in any order.
 * @throws CommandError that names every column that is missing or there twice, and the columns that were found
 */
export function findColumns(header: readonly string[], columns: readonly Column[]): FoundColumns {
  const fields = fieldsByKey(columns);
  const found = new Map<string, { at: number; cell: string }[]>();
  const ignored: string[] = [];
  header.forEach((cell, at) => {
    const field = fields.get(nameKey(cell));
    if (field !== undefined) found.set(field, [...(found.get(field) ?? []), { at, cell }]);
    else if (cell.trim() !== '') ignored.push(cell.trim());
  });
  const problems = columns.flatMap(({ field, isRequired, names }) => {
    const cells = found.get(field) ?? [];
    if (cells.length > 1) {
      return [`${quoted(cells.map(({ cell }) => cell))} all mean ${field}: keep or rename but one.`];
    }
    if (cells.length === 1 || !isRequired) return [];
    const instead = field === 'country' ? ' Or give --country KE, where all of it is of one country.' : '';
    return [`There is no column ${field} (it may be called ${names.join(', ')}).${instead}`];
  });
  if (problems.length > 0) {
    throw new CommandError(
      [...problems, `The columns found: ${quoted(header)}. Nothing was recorded.`].join('\n'),
    );
  }
  const positions = new Map([...found].flatMap(([field, [cell]]) => (cell ? [[field, cell.at]] : [])));
  return { positions, ignored };
}

function fieldsByKey(columns: readonly Column[]): Map<string, string> {
  return new Map(
    columns.flatMap(({ field, names }) => [field, ...names].map((name) => [nameKey(name), field])),
  );
}

function quoted(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.trim().slice(0, 60)}"`).join(', ');
}
