import { CommandError } from '../../../platform/command-line/command';
import { nameKey } from '../../../shared/name-key';

/** A column that a file can have. */
export interface Column {
  /** The field's name in the API. */
  readonly field: string;
  readonly isRequired: boolean;
  /** Other names of the column. Case, accents and spaces are ignored. */
  readonly names: readonly string[];
}

export interface FoundColumns {
  /** Index of each field's column. */
  readonly positions: ReadonlyMap<string, number>;
  /** Header cells of columns that are not read. */
  readonly ignored: readonly string[];
}

export function countKnownColumns(header: readonly string[], columns: readonly Column[]): number {
  const fields = mapKeysToFields(columns);
  return header.filter((cell) => fields.has(nameKey(cell))).length;
}

/**
 * Finds the columns of a header by their names, in any order.
 * @throws CommandError that lists the missing and repeated columns, and the header
 */
export function findColumns(header: readonly string[], columns: readonly Column[]): FoundColumns {
  const fields = mapKeysToFields(columns);
  const found = new Map<string, { position: number; cell: string }[]>();
  const ignored: string[] = [];
  header.forEach((cell, position) => {
    const field = fields.get(nameKey(cell));
    if (field !== undefined) found.set(field, [...(found.get(field) ?? []), { position, cell }]);
    else if (cell.trim() !== '') ignored.push(cell.trim());
  });
  const problems = columns.flatMap(({ field, isRequired, names }) => {
    const cells = found.get(field) ?? [];
    if (cells.length > 1) {
      return [`${quoteCells(cells.map(({ cell }) => cell))} all mean ${field}: keep or rename but one.`];
    }
    if (cells.length === 1 || !isRequired) return [];
    const alternative =
      field === 'country' ? ' Or give --country KE, where all of it is of one country.' : '';
    return [`There is no column ${field} (it may be called ${names.join(', ')}).${alternative}`];
  });
  if (problems.length > 0) {
    throw new CommandError(
      [...problems, `The columns found: ${quoteCells(header)}. Nothing was recorded.`].join('\n'),
    );
  }
  const positions = new Map([...found].flatMap(([field, [cell]]) => (cell ? [[field, cell.position]] : [])));
  return { positions, ignored };
}

function mapKeysToFields(columns: readonly Column[]): Map<string, string> {
  return new Map(
    columns.flatMap(({ field, names }) => [field, ...names].map((name) => [nameKey(name), field])),
  );
}

function quoteCells(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.trim().slice(0, 60)}"`).join(', ');
}
