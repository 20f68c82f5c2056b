import { resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import type { ErasureKey } from '../../modules/consultations';
import { CommandError } from '../../platform/command-line/command';
import { outstandingMigrations } from '../../platform/database/migrations';
import { BatchedImport, type ImportTotals } from './staging/batched-import';
import { countKnownColumns, findColumns } from './tables/columns';
import { DELIMITERS, type Delimiter, readHeaders, readLines } from './tables/csv-lines';
import type { ImportKind } from './import-kind';
import type { ImportOptions } from './import-options';
import { type ImportSource, resolveSource } from './sources/import-source';
import { type LineRules, isBlank } from './values/line-check';
import { EXTERNAL_ID_COLUMN } from './values/line-fields';
import { showProgress } from './progress';
import { RefusedLinesReport } from './tables/refused-lines-report';
import { Staging } from './staging/staging';
import { type TextFile, openTextFile } from './tables/text-file';

export interface ImportResult extends ImportTotals {
  readonly source: string;
  /** Whether a signal stopped the import before the end of the file. */
  readonly isInterrupted: boolean;
  /** Columns of the file that are not read. */
  readonly ignoredColumns: readonly string[];
}

export interface ImportContext {
  readonly kind: ImportKind;
  readonly dataSource: DataSource;
  readonly signal: AbortSignal;
  readonly erasureKey: ErasureKey | undefined;
  readonly onSource: (source: ImportSource) => void;
}

/**
 * Imports a file in batches, each of which is recorded completely or not at all.
 * Each line is recorded once, also if the import is interrupted, repeated, or run several times at once.
 * @param signal stops the import between two batches
 * @param onSource is called before the first line is recorded
 * @throws CommandError if the file is not such a table, or if recording fails; earlier batches stay recorded
 */
export async function importFile(
  options: ImportOptions,
  { kind, dataSource, signal, erasureKey, onSource }: ImportContext,
): Promise<ImportResult> {
  if (resolve(options.path) === resolve(options.refusedPath)) {
    throw new CommandError('--refused: name another file than the one to import.');
  }
  const file = await openTextFile(options.path, { encoding: options.encoding, signal });
  try {
    await requireMigratedDatabase(dataSource);
    const table = await readTable(file, { kind, options });
    const { header, delimiter, rules, ignored } = table;
    const report = await RefusedLinesReport.prepare(options.refusedPath, { header, delimiter });
    if (options.onlyNew) await requireCompleteFile(file, table);
    const source = await resolveSource(dataSource, {
      content: { kind: kind.name, sha256: file.sha256 },
      options,
      hasLinesWithoutId: () => hasLinesWithoutId(file, table),
    });
    onSource(source);
    await report.begin();
    const staging = await Staging.begin(dataSource, kind);
    try {
      const progress = showProgress(file.name, file.size);
      const batches = new BatchedImport({
        staging,
        report,
        accountId: source.accountId,
        erasureKey,
        dryRun: options.dryRun,
        batchLines: options.batchLines,
        ...(source.onlyNew && { sha256: file.sha256 }),
      });
      let bytesRead = 0;
      const lines = readLines(
        file.read((bytes) => (bytesRead = bytes)),
        delimiter,
      );
      try {
        for await (const line of lines) {
          const isFlushed = await batches.add(line, rules);
          if (!isFlushed) continue;
          progress.update(bytesRead, batches.totals.lines);
          if (signal.aborted) break;
        }
        await batches.end();
        await report.end();
      } catch (error) {
        const failure = await batches.createFailure(error);
        await report.end().catch(() => undefined);
        throw failure;
      } finally {
        progress.stop();
      }
      return {
        ...batches.totals,
        source: source.name,
        isInterrupted: signal.aborted,
        ignoredColumns: ignored,
      };
    } finally {
      await staging.end();
    }
  } finally {
    await file.close();
  }
}

async function requireMigratedDatabase(dataSource: DataSource): Promise<void> {
  const outstanding = await outstandingMigrations(dataSource);
  if (outstanding.length > 0) {
    throw new CommandError('The database is older than this program: run npm run migrate first.');
  }
}

interface ImportTable {
  readonly header: readonly string[];
  readonly delimiter: Delimiter;
  readonly rules: LineRules;
  readonly ignored: readonly string[];
}

async function readTable(
  file: TextFile,
  { kind, options }: { kind: ImportKind; options: ImportOptions },
): Promise<ImportTable> {
  const headers = await readHeaders(file);
  const columns = kind.columns(options.rules);
  const score = (delimiter: Delimiter): number => {
    const header = headers.get(delimiter) ?? [];
    return countKnownColumns(header, columns) + header.length / 1_000_000;
  };
  const [delimiter = ','] = [...DELIMITERS].sort((one, other) => score(other) - score(one));
  const header = headers.get(delimiter) ?? [];
  const { positions, ignored } = findColumns(header, columns);
  if (options.rules.country !== undefined && positions.has('country')) {
    throw new CommandError(
      'The file has a column for the country: leave --country out. Nothing was recorded.',
    );
  }
  const required = new Set(columns.filter(({ isRequired }) => isRequired).map(({ field }) => field));
  const rules = { header, positions, required, schema: kind.schema(options.rules) };
  return { header, delimiter, rules, ignored };
}

/**
 * Throws if a line of the file has no end, before anything is recorded.
 * Lines of an `--only-new` file are identified by the file's content, so a correction after some batches would count twice.
 * @throws CommandError
 */
async function requireCompleteFile(file: TextFile, { delimiter }: ImportTable): Promise<void> {
  const lines = readLines(file.read(), delimiter);
  while (!(await lines.next()).done);
}

async function hasLinesWithoutId(file: TextFile, { delimiter, rules }: ImportTable): Promise<boolean> {
  const position = rules.positions.get(EXTERNAL_ID_COLUMN.field);
  if (position === undefined) return true;
  for await (const line of readLines(file.read(), delimiter)) {
    if (line.misquotedText === undefined && !isBlank(line) && line.cells[position]?.trim() === '')
      return true;
  }
  return false;
}
