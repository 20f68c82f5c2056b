import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { html, type Html } from '../../src/platform/http/html';
import { directionOf, type Locale } from '../../src/shared/locale';

/** A table in which a reader of a language fills in cells. */
export interface Sheet<Column extends string> {
  readonly title: string;
  /** What the reader writes where. */
  readonly instruction: string;
  readonly language: Locale;
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<Column, string>>[];
}

export function formatSheetCsv<Column extends string>({
  columns,
  rows,
}: Pick<Sheet<Column>, 'columns' | 'rows'>): string {
  return stringify([...rows], { header: true, columns: [...columns], bom: true });
}

export function formatSheetHtml<Column extends string>(sheet: Sheet<Column>): string {
  const { title, instruction, language, columns, rows } = sheet;
  const cells = (row: Readonly<Record<Column, string>>): Html[] =>
    columns.map((column) => html`<td>${row[column]}</td>`);
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <title>${title}: ${language}</title>
        <style>
          body {
            font: 16px/1.4 sans-serif;
            margin: 1rem;
          }
          td,
          th {
            border: 1px solid #999;
            padding: 0.3rem;
            text-align: start;
            vertical-align: top;
            white-space: pre-line;
          }
          table {
            border-collapse: collapse;
          }
        </style>
      </head>
      <body>
        <p dir="ltr">${instruction}</p>
        <table>
          <tr>
            ${columns.map((column) => html`<th>${column}</th>`)}
          </tr>
          ${rows.map(
            (row) =>
              html`<tr>
                ${cells(row)}
              </tr> `,
          )}
        </table>
      </body>
    </html> `.markup;
}

/** Returns the rows of a sheet that came back. Excel separates columns by semicolons in countries with a decimal comma. */
export function parseSheet(csv: string): unknown {
  const [header = ''] = csv.split('\n', 1);
  return parse(csv, { bom: true, columns: true, delimiter: header.includes(';') ? ';' : ',' });
}
