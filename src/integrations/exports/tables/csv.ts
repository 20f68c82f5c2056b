import { stringify } from 'csv-stringify/sync';
import { mapInTurns } from '../../../platform/limits/current-turns';
import type { Description } from './description';
import type { ExportTable } from './export-table';
import { TABLE_TEXTS } from './tables.texts';

/** Rows that are formatted in one piece, in less than a millisecond. */
const ROWS_OF_PART = 20;

/**
 * Formats a table as CSV: RFC 4180, UTF-8, CRLF, with a header. Long tables are formatted in turns of the caller.
 * It starts with a byte-order mark, without which Excel misreads accents. A text that a spreadsheet would evaluate as a
 * formula gets a leading apostrophe.
 * @param notes written before the header, in lines that begin with `#`
 */
export async function formatCsv(
  { columns, rows, language }: ExportTable,
  notes: Description,
): Promise<string> {
  const texts = TABLE_TEXTS[language];
  const parts = Array.from({ length: Math.ceil(rows.length / ROWS_OF_PART) }, (_none, part) =>
    rows.slice(part * ROWS_OF_PART, (part + 1) * ROWS_OF_PART),
  );
  const header = stringifyRows([columns.map(({ title }) => texts[title])]);
  return [
    '\ufeff',
    ...notes.map(formatNote),
    header,
    ...(await mapInTurns(parts, (part) => stringifyRows(part))),
  ].join('');
}

/** Returns a line without separators and quotes: a spreadsheet would evaluate a formula in a second cell. */
function formatNote([name, text]: Description[number]): string {
  return `# ${name}: ${text}`.replace(/[,;\t"\r\n]+ ?/g, ' ').trimEnd() + '\r\n';
}

function stringifyRows(rows: ExportTable['rows']): string {
  return stringify([...rows], {
    record_delimiter: 'windows',
    // Cells with a line end are quoted. A spreadsheet would otherwise start a row there and could evaluate it as a formula. So are
    // those with a `#`, which programs would read as a note.
    quoted_match: /[\r\n#]/,
    escape_formulas: true,
  });
}
