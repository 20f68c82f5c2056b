import { z } from 'zod';
import {
  type CatalogueName,
  type CatalogueNames,
  NAME_KINDS,
  readCatalogueNames,
  TRANSLATED_LOCALES,
  TRANSLATION_MARKS,
  type TranslatedLocale,
} from '../../src/shared/catalogue-names/catalogue-names';
import { OperatorError } from '../../src/platform/config/operator-error';
import { formatSheetCsv, formatSheetHtml, parseSheet } from '../review/sheet';
import { listNameProblems } from './name-problems';

const COLUMNS = ['language', 'kind', 'code', 'english', 'name', 'mark', 'correction', 'remark'] as const;

export type NameRow = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** Returns what a reader of the language reviews: every name, with its code, the English name and its mark. */
export function createNameSheet(language: TranslatedLocale, names: CatalogueNames): NameRow[] {
  return NAME_KINDS.flatMap((kind) =>
    names[kind].map(({ code, english, name, mark }) => ({
      ...{ language, kind, code: code ?? '', english, name, mark },
      ...{ correction: '', remark: '' },
    })),
  );
}

export function formatNameSheet(
  language: TranslatedLocale,
  rows: readonly NameRow[],
): { csv: string; html: string } {
  const sheet = {
    title: 'Names',
    instruction:
      'Where the name is right, write "confirmed" into the column "mark". Where it is not, write the right one into "correction".',
    language,
    columns: COLUMNS,
    rows,
  };
  return { csv: formatSheetCsv(sheet), html: formatSheetHtml(sheet) };
}

const rowSchema = z.looseObject({
  language: z.enum(TRANSLATED_LOCALES),
  kind: z.enum(NAME_KINDS),
  english: z.string(),
  name: z.string(),
  mark: z.enum(TRANSLATION_MARKS),
  correction: z.string(),
});

type ReviewedRow = z.output<typeof rowSchema>;

interface Review {
  readonly language: TranslatedLocale;
  readonly names: CatalogueNames;
  /** How many names are confirmed now that were not before. */
  readonly confirmed: number;
  /** How many names are different now. */
  readonly corrected: number;
}

/**
 * Returns the names of a language with the marks and corrections of a sheet. Rows may be missing.
 * @throws ZodError that names the row and the column of a wrong cell, or OperatorError with all problems of names
 */
export function confirmNames(csv: string): Review {
  const rows = z.array(rowSchema).parse(parseSheet(csv));
  const [first] = rows;
  if (!first) throw new OperatorError('the sheet has no names');
  const { language } = first;
  const current = readCatalogueNames(language);
  const names = structuredClone(current);
  const problems = rows.flatMap((row) =>
    row.language === language
      ? review(names, row)
      : [`${row.english}: language is ${row.language}, and that of the first row is ${language}`],
  );
  problems.push(...listNameProblems(language, names));
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  const pairs = NAME_KINDS.flatMap((kind) =>
    names[kind].map((each, index) => [current[kind][index], each] as const),
  );
  return {
    language,
    names,
    confirmed: pairs.filter(([before, after]) => before?.mark !== after.mark && after.mark === 'confirmed')
      .length,
    corrected: pairs.filter(([before, after]) => before?.name !== after.name).length,
  };
}

/** Takes a row in. Returns its problems. */
function review(names: CatalogueNames, { kind, english, name, mark, correction }: ReviewedRow): string[] {
  const entry: CatalogueName | undefined = names[kind].find((each) => each.english === english);
  if (!entry) return [`${english}: is not in the catalogue`];
  const corrected = correction.trim().normalize('NFC');
  // The reader has judged another name. A sheet that was taken in before has the name from before its correction.
  if (entry.name !== name && entry.name !== corrected) return [`${english}: the name is now "${entry.name}"`];
  if (corrected === '') entry.mark = mark;
  else Object.assign(entry, { name: corrected, mark: 'confirmed' });
  return [];
}
