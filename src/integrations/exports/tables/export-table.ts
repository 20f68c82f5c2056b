import type { Locale } from '../../../shared/locale';
import { SUPPRESSED } from '../small-numbers/suppression';
import type { TextName } from './tables.texts';

/** A cell's value. Numbers stay numbers in every format; null is an empty cell. */
export type Value = string | number | null;

export interface Column {
  readonly title: TextName;
  /** How a spreadsheet shows the column's numbers; as whole numbers if absent. */
  readonly format?: 'share' | 'decimal' | 'rate' | 'year';
}

/** The language of a table's names and texts. */
export interface InLanguage {
  readonly language: Locale;
}

/** A table for download. */
export interface ExportTable extends InLanguage {
  /** One word, for example `pathologies`. */
  readonly name: string;
  /** What the rows are. */
  readonly title: TextName;
  /** The English name of the pathology or medication, if the table has only one. */
  readonly item?: string | undefined;
  /** The period, or the first and last of several. */
  readonly periods: readonly string[];
  /** ISO 3166-1 alpha-2, or `*` for all countries. */
  readonly country: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Value[])[];
}

/**
 * Moves rows with a suppressed number to the end, in alphabetical order.
 * Among rows sorted by number, their position would reveal the range of the number.
 * @param column index of the number by which rows are sorted; any number if absent
 */
export function moveSuppressedLast(
  rows: readonly (readonly Value[])[],
  column?: number,
): (readonly Value[])[] {
  const isSuppressed = (row: readonly Value[]): boolean =>
    column === undefined ? row.includes(SUPPRESSED) : row[column] === SUPPRESSED;
  const suppressed = rows.filter(isSuppressed).map((row) => ({ row, text: String(row) }));
  suppressed.sort((a, b) => (a.text < b.text ? -1 : 1));
  return [...rows.filter((row) => !isSuppressed(row)), ...suppressed.map(({ row }) => row)];
}

/** Returns the item and the periods of a table. */
export function listSubject({ item, periods }: Pick<ExportTable, 'item' | 'periods'>): string[] {
  return [...(item === undefined ? [] : [item]), ...periods];
}

/** Builds a download's file name: `pathologies_2026-03_KE.csv`, `trend_2026-01_2026-06_all.xlsx`. */
export function buildFileName(
  { name, country, ...subject }: Pick<ExportTable, 'name' | 'item' | 'periods' | 'country'>,
  extension: string,
): string {
  const parts = [name, ...listSubject(subject), country === '*' ? 'all' : country];
  return `${parts.map(toFileNamePart).join('_')}.${extension}`;
}

/** Reduces a text to letters without accents, digits and hyphens, which file systems and HTTP headers accept. */
function toFileNamePart(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  // Cut between code points: half of a surrogate pair is not allowed in a header.
  return Array.from(plain).slice(0, 60).join('');
}
