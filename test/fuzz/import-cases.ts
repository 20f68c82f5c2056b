import * as fc from 'fast-check';
import { changedBytes } from './bytes-cases';
import { hostileText } from './hostile-values';

export type ImportKindName = 'consultations' | 'sales';

/** A run of an import command. */
export interface ImportCase {
  readonly kind: ImportKindName;
  readonly file: Buffer;
  readonly args: readonly string[];
}

const COLUMNS: Readonly<Record<ImportKindName, Readonly<Record<string, readonly string[]>>>> = {
  consultations: {
    patient: ['P-1', 'P-2', 'P-10482'],
    pathology: ['Malaria', 'Cholera', 'icd10:B54', 'Fuzzed fever', 'paludisme'],
    date: ['2026-03-14', '2026-03-14T09:30:00Z', '14/03/2026', '03/04/2026', '2026-03-14 09:30'],
    country: ['KE', 'KEN', 'ZZ', 'Kenya'],
    'external id': ['1', '2', 'clinic-7/2026-000391'],
  },
  sales: {
    medication: ['Paracetamol', 'Amoxicillin', 'Fuzzed syrup'],
    units: ['3', '1.200', '1,200', '0', '-1', '1e3', '12345678901234567890'],
    date: ['2026-03-14', '14/03/2026', '2026-03-14 09:30'],
    country: ['KE', 'KEN', 'ZZ'],
    'external id': ['1', '2', 's-1'],
  },
};

const FLAGS = [
  ['--dry-run'],
  ['--cumulative'],
  ['--only-new'],
  ['--again'],
  ['--country', 'KE'],
  ['--date-order', 'dmy'],
  ['--date-order', 'mdy'],
  ['--time-zone', 'Africa/Nairobi'],
  ['--decimal-comma'],
  ['--decimal-point'],
  ['--batch-lines', '1'],
  ['--batch-lines', '2'],
  ['--encoding', 'windows-1252'],
  ['--encoding', 'utf-16le'],
  ['--source', 'clinic'],
  ['--source', '\u0000'],
  ['--source', "x'; --"],
] as const;

interface Format {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly isQuoted: boolean;
  readonly encoding: 'utf8' | 'utf16le' | 'latin1';
  readonly hasMark: boolean;
}

const format: fc.Arbitrary<Format> = fc.record({
  delimiter: fc.constantFrom(',', ',', ';', '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  isQuoted: fc.boolean(),
  encoding: fc.constantFrom('utf8', 'utf8', 'utf8', 'utf8', 'utf8', 'utf16le', 'latin1'),
  hasMark: fc.boolean(),
});

function filesOf(kind: ImportKindName): fc.Arbitrary<Buffer> {
  const columns = Object.entries(COLUMNS[kind]);
  const cells = columns.map(([, values]) =>
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: hostileText }),
  );
  const headers = fc.tuple(
    ...columns.map(([name]) =>
      fc.oneof({ weight: 12, arbitrary: fc.constant(name) }, { weight: 1, arbitrary: hostileText }),
    ),
  );
  const rows = fc.array(fc.tuple(...cells), { maxLength: 12 });
  return fc
    .tuple(headers, rows, format)
    .map(([header, lines, written]) => writeFile([header, ...lines], written));
}

function writeFile(
  rows: readonly string[][],
  { delimiter, lineEnd, isQuoted, encoding, hasMark }: Format,
): Buffer {
  const writeCell = (cell: string): string =>
    isQuoted || /["\r\n,;|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const text = rows.map((row) => row.map(writeCell).join(delimiter)).join(lineEnd);
  return Buffer.from(`${hasMark ? '\ufeff' : ''}${text}`, encoding);
}

/** Runs of both commands: mostly valid tables in several formats, with a few bytes changed in some. */
export const importCases: fc.Arbitrary<ImportCase> = fc
  .constantFrom<ImportKindName>('consultations', 'sales')
  .chain((kind) => {
    const files = filesOf(kind);
    return fc.record({
      kind: fc.constant(kind),
      file: fc.oneof({ weight: 3, arbitrary: files }, { weight: 1, arbitrary: changedBytes(files) }),
      args: fc.array(fc.constantFrom(...FLAGS), { maxLength: 3 }).map((flags) => flags.flat()),
    });
  });
