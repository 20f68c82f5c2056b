import { stringify } from 'csv-stringify/sync';
import { mapInTurns } from '../../../platform/limits/current-turns';
import type { ExportTable } from './export-table';

/** Rows that are formatted in one piece, in less than a millisecond. */
const ROWS_OF_PART = 20;

/**
 * Formats a table as CSV: RFC 4180, UTF-8, CRLF, with a header. Long tables are formatted in turns of the caller.
 * It starts with a byte-order mark, without which Excel misreads accents. A text that a spreadsheet would evaluate as a
 * formula gets a leading apostrophe.
 */
export async function formatCsv({ columns, rows }: ExportTable): Promise<string> {
  const parts = Array.from({ length: Math.ceil(rows.length / ROWS_OF_PART) }, (_none, part) =>
    rows.slice(part * ROWS_OF_PART, (part + 1) * ROWS_OF_PART),
  );
  const header = stringifyRows([columns.map(({ title }) => title)], true);
  return [header, ...(await mapInTurns(parts, (part) => stringifyRows(part, false)))].join('');
}

function stringifyRows(rows: ExportTable['rows'], bom: boolean): string {
  return stringify([...rows], {
    bom,
    record_delimiter: 'windows',
    // Cells with a line end are quoted. A spreadsheet would otherwise start a row there and could evaluate it as a formula.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}
