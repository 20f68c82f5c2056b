import type { Row, SheetData } from 'write-excel-file/node';
import type { Column, ExportTable, Value } from './export-table';
import { SUPPRESSED } from '../small-numbers/suppression';

/** Characters that XML 1.0 does not allow. */
// eslint-disable-next-line no-control-regex -- the pattern finds control characters
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const FORMATS = { share: '0.0%', decimal: '#,##0.0' };

/**
 * Creates an Excel workbook with the table and a second sheet that describes it.
 * @param description name and text of each row of the second sheet
 */
export async function createWorkbook(
  { columns, rows }: ExportTable,
  description: readonly (readonly [name: string, text: string])[],
): Promise<Buffer> {
  // Loaded at the first export, so that the platform starts faster.
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const header: Row = columns.map(({ title }) => ({ value: title, fontWeight: 'bold' }));
  const data: SheetData = [
    header,
    ...rows.map((row) => row.map((value, index) => createCell(value, columns[index]))),
  ];
  return writeXlsxFile([
    {
      sheet: 'Data',
      data,
      stickyRowsCount: 1,
      columns: columns.map((column, index) => ({
        width: computeWidth(
          column,
          rows.map((row) => row[index]),
        ),
      })),
    },
    {
      sheet: 'About',
      data: description.map(([name, text]): Row => [{ value: name, fontWeight: 'bold' }, createCell(text)]),
      columns: [{ width: 20 }, { width: 100 }],
    },
  ]).toBuffer();
}

/** Creates a cell. The type `String` keeps a text from being evaluated as a formula. */
function createCell(value: Value, column?: Column): Row[number] {
  if (value === null || value === '') return null;
  if (typeof value === 'number') {
    return { value, type: Number, format: column?.format ? FORMATS[column.format] : '#,##0' };
  }
  const text = value.replace(NOT_IN_XML, '');
  return value === SUPPRESSED
    ? { value, type: String, fontStyle: 'italic', align: 'right' }
    : { value: text, type: String };
}

function computeWidth({ title }: Column, values: readonly (Value | undefined)[]): number {
  const lengths = values.map((value) => String(value ?? '').length);
  return Math.min(60, lengths.reduce((a, b) => Math.max(a, b), title.length) + 2);
}
