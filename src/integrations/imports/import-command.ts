import type { DataSource } from 'typeorm';
import type { Command } from '../../platform/command-line/command';
import { type ImportResult, importFile } from './import-file';
import type { ImportKind } from './import-kind';
import { type ImportOptions, readOptions } from './import-options';
import type { OpenedSource } from './sources/import-sources';

export { usageOf } from './import-options';

/** Exit codes. */
const DONE = 0;
const INTERRUPTED = 1;
const SOME_REFUSED = 2;

/**
 * The command that imports one kind of table. It answers 0 where every line is recorded, 2 where some were refused, and 1
 * where it failed or was told to stop.
 */
export function importCommand(kindOf: (dataSource: DataSource) => ImportKind): Command {
  return async ({ args, dataSource }) => {
    const options = readOptions(args);
    const stopping = new AbortController();
    const stop = () => {
      stopping.abort();
    };
    // The second signal is nobody's here and ends the process, which costs one batch.
    process.once('SIGINT', stop).once('SIGTERM', stop);
    try {
      const kind = kindOf(dataSource);
      const result = await importFile(options, {
        kind,
        dataSource,
        signal: stopping.signal,
        onSource: (source) => process.stderr.write(noteOn(source, kind.name)),
      });
      process.stderr.write(notesOn(result));
      process.stdout.write(summaryOf(result, options));
      if (result.isInterrupted) return INTERRUPTED;
      return result.refused > 0 ? SOME_REFUSED : DONE;
    } finally {
      process.off('SIGINT', stop).off('SIGTERM', stop);
    }
  };
}

/** Whoever mistyped a source, or took the wrong one, sees it here. */
function noteOn(
  { name, otherFiles, isKnownContent, elsewhere }: OpenedSource,
  kind: ImportKind['name'],
): string {
  const files = `${count(otherFiles)} ${otherFiles === 1 ? 'file' : 'files'} of ${kind}`;
  const what = isKnownContent
    ? 'this file was imported from it before'
    : otherFiles > 0
      ? `${files} imported from it before`
      : `new, no ${kind} were imported from it before`;
  const twice =
    elsewhere === undefined || isKnownContent
      ? ''
      : `The same content was imported before, from source "${elsewhere}": it is counted for "${name}" as well.\n`;
  return `Source "${name}": ${what}.\n${twice}`;
}

function notesOn({ ignoredColumns }: ImportResult): string {
  if (ignoredColumns.length === 0) return '';
  return `Columns that were not read: ${ignoredColumns.map((column) => `"${column}"`).join(', ')}.\n`;
}

function summaryOf(
  { lines, recorded, alreadyRecorded, voided, refused, lastLine, source, isInterrupted }: ImportResult,
  { dryRun, refusedPath }: ImportOptions,
): string {
  const parts = [
    `${count(recorded)} ${dryRun ? 'would be recorded' : 'recorded'}`,
    `${count(alreadyRecorded)} already recorded`,
    ...(voided > 0 ? [`${count(voided)} recorded before and voided`] : []),
    `${count(refused)} refused`,
  ];
  return [
    dryRun ? 'Dry run: nothing was recorded.\n' : '',
    `Source "${source}": ${count(lines)} ${lines === 1 ? 'line' : 'lines'}: ${parts.join(', ')}.\n`,
    refused > 0 ? `What was refused, and why: ${refusedPath}\n` : '',
    isInterrupted ? `Stopped after line ${lastLine}: run the same command again to go on.\n` : '',
  ].join('');
}

function count(number: number): string {
  return number.toLocaleString('en');
}
