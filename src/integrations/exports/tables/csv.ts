import { stringify } from 'csv-stringify/sync';
import type { ExportTable } from './export-table';

/**
 * A table as RFC 4180 has it: UTF-8, lines that end in CR and LF, a header. It begins with a byte-order mark, without which
 * Excel reads accents wrongly, and what a spreadsheet would take for a formula begins with an apostrophe.
 */
export function csvOf({ columns, rows }: ExportTable): string {
  const lines = [columns.map(({ title }) => title), ...rows];
  return stringify(lines, {
    bom: true,
    record_delimiter: 'windows',
    // Any line end within a cell: a spreadsheet would begin a row there, and read what follows as a formula.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}
