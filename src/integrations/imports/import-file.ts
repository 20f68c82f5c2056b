import { resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import { CommandError } from '../../platform/command-line/command';
import { outstandingMigrations } from '../../platform/database/migrations';
import { BatchedImport, type ImportTotals } from './staging/batched-import';
import { countKnown, findColumns } from './tables/columns';
import { DELIMITERS, type Delimiter, readHeaders, readLines } from './tables/csv-lines';
import type { ImportKind } from './import-kind';
import type { ImportOptions } from './import-options';
import { type OpenedSource, openSource } from './sources/import-sources';
import { type LineRules, isBlank } from './values/line-check';
import { EXTERNAL_ID_COLUMN } from './values/line-fields';
import { showProgress } from './progress';
import { RefusedLines } from './tables/refused-lines';
import { Staging } from './staging/staging';
import { type TextFile, openTextFile } from './tables/text-file';

/** What an import has done. */
export interface ImportResult extends ImportTotals {
  readonly source: string;
  /** Whether it was told to stop before the end of the file. */
  readonly isInterrupted: boolean;
  /** Columns of the file that nobody asked for. */
  readonly ignoredColumns: readonly string[];
}

export interface ImportContext {
  readonly kind: ImportKind;
  readonly dataSource: DataSource;
  readonly signal: AbortSignal;
  readonly onSource: (source: OpenedSource) => void;
}

/**
 * Imports a file of lines, in batches that are recorded whole or not at all. However often, however far and by how many
 * at once it is imported, each of its lines is recorded once.
 * @param signal ends it between two batches
 * @param onSource hears whose lines they are, before the first of them is recorded
 * @throws CommandError for a file that is no such table, and for a failure; what batches before it recorded stays
 */
export async function importFile(
  options: ImportOptions,
  { kind, dataSource, signal, onSource }: ImportContext,
): Promise<ImportResult> {
  if (resolve(options.path) === resolve(options.refusedPath)) {
    throw new CommandError('--refused: name another file than the one to import.');
  }
  const file = await openTextFile(options.path, { encoding: options.encoding, signal });
  try {
    await requireMigrated(dataSource);
    const table = await readTable(file, { kind, options });
    const { header, delimiter, rules, ignored } = table;
    const refused = await RefusedLines.prepare(options.refusedPath, { header, delimiter });
    if (options.onlyNew) await readToTheEnd(file, table);
    const source = await openSource(dataSource, {
      content: { kind: kind.name, sha256: file.sha256 },
      options,
      hasUnnamedLines: () => hasUnnamedLines(file, table),
    });
    onSource(source);
    await refused.begin();
    const staging = await Staging.begin(dataSource, kind);
    try {
      const progress = showProgress(file.name, file.size);
      const batches = new BatchedImport({
        staging,
        refused,
        accountId: source.accountId,
        dryRun: options.dryRun,
        batchLines: options.batchLines,
        ...(source.onlyNew && { sha256: file.sha256 }),
      });
      let bytes = 0;
      const lines = readLines(
        file.read((read) => (bytes = read)),
        delimiter,
      );
      try {
        for await (const line of lines) {
          const isFlushed = await batches.add(line, rules);
          if (!isFlushed) continue;
          progress.update(bytes, batches.totals.lines);
          if (signal.aborted) break;
        }
        await batches.end();
        await refused.end();
      } catch (error) {
        const failure = await batches.failure(error);
        await refused.end().catch(() => undefined);
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

async function requireMigrated(dataSource: DataSource): Promise<void> {
  const outstanding = await outstandingMigrations(dataSource);
  if (outstanding.length > 0) {
    throw new CommandError('The database is older than this program: run npm run migrate first.');
  }
}

interface Table {
  readonly header: readonly string[];
  readonly delimiter: Delimiter;
  readonly rules: LineRules;
  readonly ignored: readonly string[];
}

async function readTable(
  file: TextFile,
  { kind, options }: { kind: ImportKind; options: ImportOptions },
): Promise<Table> {
  const headers = await readHeaders(file);
  const columns = kind.columns(options.rules);
  const score = (delimiter: Delimiter): number => {
    const header = headers.get(delimiter) ?? [];
    return countKnown(header, columns) + header.length / 1_000_000;
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
 * A file whose lines are known by their numbers cannot be mended half-way, since that makes another file of it: where one of
 * its lines does not end, it is refused before anything is recorded.
 */
async function readToTheEnd(file: TextFile, { delimiter }: Table): Promise<void> {
  const lines = readLines(file.read(), delimiter);
  while (!(await lines.next()).done);
}

async function hasUnnamedLines(file: TextFile, { delimiter, rules }: Table): Promise<boolean> {
  const at = rules.positions.get(EXTERNAL_ID_COLUMN.field);
  if (at === undefined) return true;
  for await (const line of readLines(file.read(), delimiter)) {
    if (line.misquoted === undefined && !isBlank(line) && line.cells[at]?.trim() === '') return true;
  }
  return false;
}
