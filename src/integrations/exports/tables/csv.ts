import { stringify } from 'csv-stringify/sync';
import type { ExportTable } from './export-table';

/**
 * Formats a table as CSV: RFC 4180, UTF-8, CRLF, with a header.
 * It starts with a byte-order mark, without which Excel misreads accents. A text that a spreadsheet would evaluate as a
 * formula gets a leading apostrophe.
 */
export function formatCsv({ columns, rows }: ExportTable): string {
  return stringify([columns.map(({ title }) => title), ...rows], {
    bom: true,
    record_delimiter: 'windows',
    // Cells with a line end are quoted. A spreadsheet would otherwise start a row there and could evaluate it as a formula.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}
