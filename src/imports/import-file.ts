import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import { ImportAccountService } from '../auth/import-account.service';
import { CommandError } from '../commands/command';
import { outstandingMigrations } from '../database/migrations';
import { BatchedImport, type ImportTotals } from './batched-import';
import { countKnown, findColumns } from './columns';
import { DELIMITERS, type Delimiter, readHeaders, readLines } from './csv-lines';
import type { ImportKind } from './import-kind';
import { type ImportOptions, defaultSource } from './import-options';
import { rememberContent, sourceOfContent } from './import-sources';
import type { LineRules } from './line-check';
import { showProgress } from './progress';
import { RefusedLines } from './refused-lines';
import { Staging } from './staging';
import { type TextFile, openTextFile } from './text-file';

/** What an import has done. */
export interface ImportResult extends ImportTotals {
  readonly source: string;
  /** Whether it was told to stop before the end of the file. */
  readonly isInterrupted: boolean;
  /** Columns of the file that nobody asked for. */
  readonly ignoredColumns: readonly string[];
  /** The source under which the same content had been imported, where that is another one. */
  readonly earlierSource: string | undefined;
}

/**
 * Imports a file of lines, in batches that are recorded whole or not at all. However often, however far and by how many
 * at once it is imported, each of its lines is recorded once.
 * @param signal ends it between two batches
 * @throws CommandError for a file that is no such table, and for a failure; what batches before it recorded stays
 */
export async function importFile(
  options: ImportOptions,
  { kind, dataSource, signal }: { kind: ImportKind; dataSource: DataSource; signal: AbortSignal },
): Promise<ImportResult> {
  if (resolve(options.path) === resolve(options.refusedPath)) {
    throw new CommandError('--refused: name another file than the one to import.');
  }
  const file = await openTextFile(options.path, { encoding: options.encoding, signal });
  try {
    await requireMigrated(dataSource);
    const { header, delimiter, rules, ignored } = await readTable(file, { kind, options });
    const { source, earlierSource } = await findSource(dataSource, { kind, file, options });
    const refused = await RefusedLines.prepare(options.refusedPath, { header, delimiter });
    const accountId = await openAccount(dataSource, { kind, file, source, dryRun: options.dryRun });
    const staging = await Staging.begin(dataSource, kind);
    try {
      const progress = showProgress(file.name, file.size);
      const batches = new BatchedImport({ staging, refused, accountId, dryRun: options.dryRun });
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
      } catch (error) {
        throw await batches.failure(error);
      } finally {
        progress.stop();
        await refused.end();
      }
      return {
        ...batches.totals,
        source,
        earlierSource,
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

async function findSource(
  { manager }: DataSource,
  { kind, file, options }: { kind: ImportKind; file: TextFile; options: ImportOptions },
): Promise<{ source: string; earlierSource: string | undefined }> {
  const earlier = await sourceOfContent(manager, { kind: kind.name, sha256: file.sha256 });
  const source = options.source ?? earlier ?? defaultSource(options.path);
  return { source, earlierSource: earlier === source ? undefined : earlier };
}

/** The account that claims the lines. A dry run writes none: nobody has claimed anything by an id that is new. */
async function openAccount(
  { manager }: DataSource,
  { kind, file, source, dryRun }: { kind: ImportKind; file: TextFile; source: string; dryRun: boolean },
): Promise<string> {
  const accounts = new ImportAccountService();
  if (dryRun) return (await accounts.find(manager, source)) ?? randomUUID();
  // Before the first line, so that a run that is killed and begun again under another name of the file goes on.
  await rememberContent(manager, { kind: kind.name, sha256: file.sha256 }, source);
  return accounts.findOrCreate(manager, source);
}
