import { mapInTurns } from '../../../platform/limits/current-turns';
import { SUPPRESSED } from '../small-numbers/suppression';
import type { Column, ExportTable, Value } from './export-table';
import { buildSpreadsheetFiles, type Cell } from './spreadsheet-files';
import { createZipArchive } from './zip-archive';

const MAX_WIDTH = 60;

/**
 * Creates an Excel workbook with the table and a second sheet that describes it.
 * @param description name and text of each row of the second sheet
 */
export async function createWorkbook(
  { columns, rows }: ExportTable,
  description: readonly (readonly [name: string, text: string])[],
): Promise<Buffer> {
  const widths = columns.map(({ title }) => title.length);
  const cells = await mapInTurns(rows, (row) =>
    row.map((value, index) => {
      widths[index] = Math.max(widths[index] ?? 0, String(value ?? '').length);
      return createCell(value, columns[index]);
    }),
  );
  const header = columns.map(({ title }): Cell => ({ value: title, style: 'header' }));
  const files = await buildSpreadsheetFiles([
    {
      name: 'Data',
      hasHeader: true,
      widths: widths.map((width) => Math.min(MAX_WIDTH, width + 2)),
      rows: [header, ...cells],
    },
    {
      name: 'About',
      widths: [20, 100],
      rows: description.map(([name, text]) => [{ value: name, style: 'header' }, createCell(text)]),
    },
  ]);
  return createZipArchive(files);
}

function createCell(value: Value, column?: Column): Cell {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return { value, style: column?.format ?? 'whole' };
  return { value, style: value === SUPPRESSED ? 'suppressed' : 'plain' };
}
