import writeXlsxFile, { type Row, type SheetData } from 'write-excel-file/node';
import type { Column, ExportTable, Value } from './export-table';
import { SUPPRESSED } from '../small-numbers/suppression';

/** Characters that XML 1.0 has no way to write. */
// eslint-disable-next-line no-control-regex -- these very characters are what is looked for
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const FORMATS = { share: '0.0%', decimal: '#,##0.0' };

/** @param about what the second sheet says of the first: a name and a text for each line */
export async function workbookOf(
  { columns, rows }: ExportTable,
  about: readonly (readonly [name: string, text: string])[],
): Promise<Buffer> {
  const header: Row = columns.map(({ title }) => ({ value: title, fontWeight: 'bold' }));
  const data: SheetData = [
    header,
    ...rows.map((row) => row.map((value, index) => cellOf(value, columns[index]))),
  ];
  return writeXlsxFile([
    {
      sheet: 'Data',
      data,
      stickyRowsCount: 1,
      columns: columns.map((column, index) => ({
        width: widthOf(
          column,
          rows.map((row) => row[index]),
        ),
      })),
    },
    {
      sheet: 'About',
      data: about.map(([name, text]): Row => [{ value: name, fontWeight: 'bold' }, cellOf(text)]),
      columns: [{ width: 20 }, { width: 100 }],
    },
  ]).toBuffer();
}

/** Text is always written as text: a formula would need a type of its own. */
function cellOf(value: Value, column?: Column): Row[number] {
  if (value === null || value === '') return null;
  if (typeof value === 'number') {
    return { value, type: Number, format: column?.format ? FORMATS[column.format] : '#,##0' };
  }
  const text = value.replace(NOT_IN_XML, '');
  return value === SUPPRESSED
    ? { value, type: String, fontStyle: 'italic', align: 'right' }
    : { value: text, type: String };
}

function widthOf({ title }: Column, values: readonly (Value | undefined)[]): number {
  const longest = values.reduce<number>(
    (most, value) => Math.max(most, String(value ?? '').length),
    title.length,
  );
  return Math.min(60, longest + 2);
}
