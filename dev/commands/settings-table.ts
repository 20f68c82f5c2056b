import type { z } from 'zod';

/** The schema of each setting, with its default and its description. */
type Settings = Readonly<Record<string, z.ZodType>>;

/** These lines enclose the table in README.md. */
const TABLE_START = '<!-- settings -->';
const TABLE_END = '<!-- /settings -->';

/** Returns all settings as a Markdown table, as `npm run format` writes it. */
export function formatSettingsTable(settings: Settings): string {
  const rows = Object.entries(settings).map(([name, schema]) => [
    codeSpan(name),
    defaultOf(schema),
    (schema.description ?? '').replaceAll('|', '\\|'),
  ]);
  const table = [['Setting', 'Default', 'Meaning'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...body] = table.map((row) =>
    tableRow(row.map((text, column) => text.padEnd(widths[column] ?? 0))),
  );
  return [head, tableRow(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

/** Returns the table between the two marks of a document, or undefined if it has no marks. */
export function findTable(document: string): string | undefined {
  const start = document.indexOf(TABLE_START);
  const end = document.indexOf(TABLE_END);
  return start < 0 || end < start ? undefined : document.slice(start + TABLE_START.length, end).trim();
}

function defaultOf(schema: z.ZodType): string {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return 'required';
  if (data === undefined || (Array.isArray(data) && data.length === 0)) return 'unset';
  if (data instanceof Map && data.size === 0) return 'unset';
  return codeSpan(typeof data === 'string' ? data : JSON.stringify(data));
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function codeSpan(text: string): string {
  return `\`${text}\``;
}
