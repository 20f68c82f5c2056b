import { readErasureKey } from '../../modules/consultations';
import type { Command } from '../../platform/command-line/command';
import { quote } from '../../platform/command-line/quote';
import { type ImportResult, importFile } from './import-file';
import type { ImportKind } from './import-kind';
import { type ImportOptions, parseOptions } from './import-options';
import type { ImportSource } from './sources/import-source';

export { formatUsage } from './import-options';

const EXIT_DONE = 0;
const EXIT_INTERRUPTED = 1;
const EXIT_SOME_REFUSED = 2;

/**
 * Creates the command that imports one kind of table.
 * Its exit code is 0 if every line is recorded, 2 if some were refused, and 1 if it failed or was interrupted.
 */
export function createImportCommand(kind: ImportKind): Command {
  return async ({ args, variables, dataSource, signal }) => {
    const options = parseOptions(args);
    const result = await importFile(options, {
      kind,
      dataSource,
      signal,
      erasureKey: readErasureKey(variables),
      onSource: (source) => process.stderr.write(describeSource(source, kind.name)),
    });
    process.stderr.write(describeIgnoredColumns(result));
    process.stdout.write(describeResult(result, options));
    if (result.isInterrupted) return EXIT_INTERRUPTED;
    return result.refused > 0 ? EXIT_SOME_REFUSED : EXIT_DONE;
  };
}

/** Describes the source, so that the operator notices a mistyped or wrong one. */
function describeSource(
  { name, otherFiles, isKnownContent, otherSource }: ImportSource,
  kind: ImportKind['name'],
): string {
  const files = `${formatCount(otherFiles)} ${otherFiles === 1 ? 'file' : 'files'} of ${kind}`;
  const history = isKnownContent
    ? 'this file was imported from it before'
    : otherFiles > 0
      ? `${files} imported from it before`
      : `new, no ${kind} were imported from it before`;
  const warning =
    otherSource === undefined || isKnownContent
      ? ''
      : `The same content was imported before, from source "${otherSource}": it is counted for "${name}" as well.\n`;
  return `Source "${name}": ${history}.\n${warning}`;
}

function describeIgnoredColumns({ ignoredColumns }: ImportResult): string {
  if (ignoredColumns.length === 0) return '';
  return `Columns that were not read: ${ignoredColumns.map(quote).join(', ')}.\n`;
}

function describeResult(
  { lines, recorded, alreadyRecorded, voided, refused, lastLine, source, isInterrupted }: ImportResult,
  { dryRun, refusedPath }: ImportOptions,
): string {
  const parts = [
    `${formatCount(recorded)} ${dryRun ? 'would be recorded' : 'recorded'}`,
    `${formatCount(alreadyRecorded)} already recorded`,
    ...(voided > 0 ? [`${formatCount(voided)} recorded before and voided`] : []),
    `${formatCount(refused)} refused`,
  ];
  return [
    dryRun ? 'Dry run: nothing was recorded.\n' : '',
    `Source "${source}": ${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}: ${parts.join(', ')}.\n`,
    refused > 0 ? `What was refused, and why: ${refusedPath}\n` : '',
    isInterrupted ? `Stopped after line ${lastLine}: run the same command again to go on.\n` : '',
  ].join('');
}

function formatCount(number: number): string {
  return number.toLocaleString('en');
}
