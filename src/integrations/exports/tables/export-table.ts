import { SUPPRESSED } from '../small-numbers/suppression';

/** A value of a table: numbers stay numbers in every format; null is an empty cell. */
export type Value = string | number | null;

export interface Column {
  readonly title: string;
  /** How a spreadsheet shows its numbers; whole numbers where absent. */
  readonly format?: 'share' | 'decimal';
}

/** A table as it is downloaded. */
export interface ExportTable {
  /** One word that names it, such as `pathologies`. */
  readonly name: string;
  /** What it is of: a period such as `2026-03`, or the first and the last of several, after a name where it is of one. */
  readonly of: readonly string[];
  /** ISO 3166-1 alpha-2, or `*` for all countries. */
  readonly country: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Value[])[];
}

/**
 * Rows with a withheld number come after all others and by the alphabet: among sorted numbers their place would tell between
 * which two they are.
 * @param column where the number stands; the last where absent
 */
export function withheldLast(rows: readonly (readonly Value[])[], column?: number): (readonly Value[])[] {
  const isWithheld = (row: readonly Value[]): boolean => row.at(column ?? -1) === SUPPRESSED;
  const withheld = rows.filter(isWithheld).sort((a, b) => (String(a) < String(b) ? -1 : 1));
  return [...rows.filter((row) => !isWithheld(row)), ...withheld];
}

/** What a downloaded file is called: `pathologies_2026-03_KE.csv`, `trend_2026-01_2026-06_all.xlsx`. */
export function fileName(table: Pick<ExportTable, 'name' | 'of' | 'country'>, extension: string): string {
  const words = [table.name, ...table.of, table.country === '*' ? 'all' : table.country];
  return `${words.map(fileWord).join('_')}.${extension}`;
}

/** Letters without accents, digits and hyphens: no file system, nor header, takes them for anything else. */
function fileWord(word: string): string {
  const plain = word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  // By characters: a half of one is none, and no header takes it.
  return Array.from(plain).slice(0, 60).join('');
}
