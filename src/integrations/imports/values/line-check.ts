import type { z } from 'zod';
import type { FoundColumns } from '../tables/columns';
import type { CsvLine } from '../tables/csv-lines';
import type { StagedLine } from '../import-kind';
import type { NumberedLine } from '../staging/staging';

/** A valid line, or its problems with the column names of the file. */
type CheckedLine = { readonly staged: NumberedLine } | { readonly reasons: readonly [string, ...string[]] };

export interface LineRules {
  readonly header: readonly string[];
  readonly positions: FoundColumns['positions'];
  readonly required: ReadonlySet<string>;
  readonly schema: z.ZodType<StagedLine>;
}

/** Checks a line and returns all its problems at once. */
export function checkLine(line: CsvLine, { header, positions, required, schema }: LineRules): CheckedLine {
  const structuralProblem = findStructuralProblem(line, header);
  if (structuralProblem !== undefined) return { reasons: [structuralProblem] };
  const fields: Record<string, string> = {};
  for (const [field, position] of positions) {
    const cell = line.cells[position] ?? '';
    if (required.has(field) || cell.trim() !== '') fields[field] = cell;
  }
  const checked = schema.safeParse(fields);
  if (checked.success) return { staged: { ...checked.data, number: line.number } };
  const [first = 'cannot be read', ...others] = checked.error.issues.map(({ path: [field], message }) => {
    const position = positions.get(String(field));
    return position === undefined ? message : `${header[position]?.trim() ?? String(field)}: ${message}`;
  });
  return { reasons: [first, ...others] };
}

/** Returns whether all cells are empty, as in the lines that spreadsheets add below a table. */
export function isBlank({ cells, misquotedText }: CsvLine): boolean {
  return misquotedText === undefined && cells.every((cell) => cell.trim() === '');
}

function findStructuralProblem(
  { cells, misquotedText }: CsvLine,
  header: readonly string[],
): string | undefined {
  if (misquotedText !== undefined) {
    return 'a quote (") stands where none may: a cell that begins with one ends with one, and quotes inside it are doubled';
  }
  const { length } = header;
  if (cells.length < length) return `has ${cells.length} cells where the header has ${length}`;
  if (cells.slice(length).some((cell) => cell.trim() !== '')) {
    return `has ${cells.length} cells where the header has ${length}: put quotes around a cell that contains the separator`;
  }
  return undefined;
}
