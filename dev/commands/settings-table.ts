import type { z } from 'zod';

/** The settings to describe: each schema knows its default and what it is for. */
type Settings = Readonly<Record<string, z.ZodType>>;

/** Between these lines stands the table in README.md. */
export const TABLE_START = '<!-- settings -->';
export const TABLE_END = '<!-- /settings -->';

/** The table of all settings in Markdown, laid out as Prettier lays tables out. */
export function settingsTable(settings: Settings): string {
  const rows = Object.entries(settings).map(([name, schema]) => [
    code(name),
    defaultOf(schema),
    cell(schema.description ?? ''),
  ]);
  const table = [['Setting', 'Default', 'Meaning'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...body] = table.map((row) =>
    line(row.map((text, column) => text.padEnd(widths[column] ?? 0))),
  );
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

/** What stands between the two marks in a document; undefined where it has no such marks. */
export function tableIn(document: string): string | undefined {
  const start = document.indexOf(TABLE_START);
  const end = document.indexOf(TABLE_END);
  return start < 0 || end < start ? undefined : document.slice(start + TABLE_START.length, end).trim();
}

function defaultOf(schema: z.ZodType): string {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return 'required';
  if (data === undefined || (Array.isArray(data) && data.length === 0)) return 'unset';
  if (data instanceof Map && data.size === 0) return 'unset';
  return code(typeof data === 'string' ? data : JSON.stringify(data));
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
