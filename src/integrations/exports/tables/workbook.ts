import { mapInTurns } from '../../../platform/limits/current-turns';
import { SUPPRESSED } from '../small-numbers/suppression';
import type { Description } from './description';
import type { Column, ExportTable, Value } from './export-table';
import { buildSpreadsheetFiles, type Cell, type Sheet } from './spreadsheet-files';
import { TABLE_TEXTS } from './tables.texts';
import { createZipArchive } from './zip-archive';

const MAX_WIDTH = 60;

/**
 * Creates an Excel workbook with the table and a second sheet that describes it.
 */
export async function createWorkbook(
  { columns, rows, language }: ExportTable,
  description: Description,
): Promise<Buffer> {
  const texts = TABLE_TEXTS[language];
  const titles = columns.map(({ title }) => texts[title]);
  const widths = titles.map((title) => title.length);
  const cells = await mapInTurns(rows, (row) =>
    row.map((value, index) => {
      widths[index] = Math.max(widths[index] ?? 0, String(value ?? '').length);
      return createCell(value, columns[index]);
    }),
  );
  const header = titles.map((title): Cell => ({ value: title, style: 'header' }));
  const facts = new Map(description);
  const properties = { title: facts.get(texts.title) ?? '', created: facts.get(texts.exportedAt) ?? '' };
  const sheets: Sheet[] = [
    {
      name: texts.data,
      hasHeader: true,
      widths: widths.map((width) => Math.min(MAX_WIDTH, width + 2)),
      rows: [header, ...cells],
    },
    {
      name: texts.about,
      widths: [20, 100],
      rows: description.map(([name, text]) => [{ value: name, style: 'header' }, createCell(text)]),
    },
  ];
  return createZipArchive(await buildSpreadsheetFiles(sheets, properties));
}

function createCell(value: Value, column?: Column): Cell {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return { value, style: column?.format ?? 'whole' };
  return { value, style: value === SUPPRESSED ? 'suppressed' : 'plain' };
}
