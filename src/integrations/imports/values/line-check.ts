import type { z } from 'zod';
import type { FoundColumns } from '../tables/columns';
import type { CsvLine } from '../tables/csv-lines';
import type { StagedLine } from '../import-kind';
import type { NumberedLine } from '../staging/staging';

/** A line that can be recorded, or what is wrong with it, by the file's own names of its columns. */
export type CheckedLine =
  { readonly staged: NumberedLine } | { readonly reasons: readonly [string, ...string[]] };

/** What lines are checked against. */
export interface LineRules {
  readonly header: readonly string[];
  readonly positions: FoundColumns['positions'];
  readonly required: ReadonlySet<string>;
  readonly schema: z.ZodType<StagedLine>;
}

/** Checks a line; all of its problems are found at once. */
export function checkLine(line: CsvLine, { header, positions, required, schema }: LineRules): CheckedLine {
  const structural = structuralProblem(line, header);
  if (structural !== undefined) return { reasons: [structural] };
  const fields: Record<string, string> = {};
  for (const [field, at] of positions) {
    const cell = line.cells[at] ?? '';
    if (required.has(field) || cell.trim() !== '') fields[field] = cell;
  }
  const checked = schema.safeParse(fields);
  if (checked.success) return { staged: { ...checked.data, number: line.number } };
  const [first = 'cannot be read', ...others] = checked.error.issues.map(({ path: [field], message }) => {
    const at = positions.get(String(field));
    return at === undefined ? message : `${header[at]?.trim() ?? String(field)}: ${message}`;
  });
  return { reasons: [first, ...others] };
}

/** Whether all cells of a line are empty, as spreadsheets leave lines below a table. */
export function isBlank({ cells, misquoted }: CsvLine): boolean {
  return misquoted === undefined && cells.every((cell) => cell.trim() === '');
}

function structuralProblem({ cells, misquoted }: CsvLine, header: readonly string[]): string | undefined {
  if (misquoted !== undefined) {
    return 'a quote (") stands where none may: a cell that begins with one ends with one, and quotes inside it are doubled';
  }
  const { length } = header;
  if (cells.length < length) return `has ${cells.length} cells where the header has ${length}`;
  if (cells.slice(length).some((cell) => cell.trim() !== '')) {
    return `has ${cells.length} cells where the header has ${length}: put quotes around a cell that contains the separator`;
  }
  return undefined;
}
