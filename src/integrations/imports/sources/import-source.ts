import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { findImportAccount, findOrCreateImportAccount } from '../../../modules/auth';
import { CommandError } from '../../../platform/command-line/command';
import { currentOperator } from '../../../platform/command-line/operator';
import { writeAuditEvents } from '../../../platform/audit/write-audit-events';
import { Database, type Transaction } from '../../../platform/database/database';
import { UNKNOWN_COUNTRY } from '../../../shared/country';
import { spellingKey } from '../../../shared/name-key';
import type { ImportKind } from '../import-kind';
import { type ImportOptions, getDefaultSource } from '../import-options';
import {
  FIND_EARLIER_FILES,
  FIND_SOURCE_OF_CONTENT,
  LOCK_IMPORT_SOURCE,
  RECORD_IMPORT_FILE,
} from './import-source.sql';

interface FileContent {
  readonly kind: ImportKind['name'];
  readonly sha256: Buffer;
}

/** The source of a file's lines. */
export interface ImportSource {
  /** In its first spelling. */
  readonly name: string;
  readonly accountId: string;
  /** Whether a line without an id is identified by its file and number, not by its content. */
  readonly onlyNew: boolean;
  /** Number of other files that were imported from it. */
  readonly otherFiles: number;
  /** Whether this content was imported from it before. */
  readonly isKnownContent: boolean;
  /** Another source from which the same content was imported. */
  readonly otherSource: string | undefined;
}

interface ImportedFile {
  readonly content: FileContent;
  readonly options: ImportOptions;
  /** Whether any line of the file has no externalId. */
  readonly hasLinesWithoutId: () => Promise<boolean>;
}

/**
 * Finds or creates the source of a file, and records that the file was imported from it. A dry run records nothing.
 * It runs before the first line is recorded, so that an interrupted import continues with the same source and options,
 * even if the file was renamed.
 * @throws CommandError if lines could be counted twice or lost and no option decides it
 */
export async function resolveSource(dataSource: DataSource, file: ImportedFile): Promise<ImportSource> {
  const { content, options } = file;
  return new Database(dataSource).transaction(async (transaction) => {
    const requestedName =
      options.source ?? (await findSourceOfContent(transaction, content)) ?? getDefaultSource(options.path);
    const key = spellingKey(requestedName);
    // Serialises imports of different files of one source, so that the second finds the first.
    await transaction.run(LOCK_IMPORT_SOURCE, { key });
    const account = await findImportAccount(transaction, key);
    const name = account?.name ?? requestedName;
    const files = await checkEarlierFiles(transaction, name, file);
    // A random account id is safe in a dry run: no line was recorded with it.
    if (options.dryRun) return { name, accountId: account?.id ?? randomUUID(), ...files };
    const { id } = account ?? (await findOrCreateImportAccount(transaction, { key, name }));
    await transaction.run(RECORD_IMPORT_FILE, { ...content, source: key, onlyNew: files.onlyNew });
    const details = {
      ...currentOperator(),
      source: name,
      sha256: content.sha256.toString('hex'),
      accountId: id,
    };
    await writeAuditEvents(transaction, [
      { country: UNKNOWN_COUNTRY, action: `import.${content.kind}.file`, caller: null, details },
    ]);
    return { name, accountId: id, ...files };
  });
}

/** Finds the source from which a content was first imported, under any file name. */
async function findSourceOfContent(
  transaction: Transaction,
  content: FileContent,
): Promise<string | undefined> {
  const row = await transaction.first(FIND_SOURCE_OF_CONTENT, content);
  return row && (await findImportAccount(transaction, row.source))?.name;
}

/** @throws CommandError if the file cannot be imported with these options after the source's earlier files */
async function checkEarlierFiles(
  transaction: Transaction,
  name: string,
  { content, options, hasLinesWithoutId }: ImportedFile,
): Promise<Omit<ImportSource, 'name' | 'accountId'>> {
  const { cumulative, onlyNew, again } = options;
  const { wasOnlyNew, otherFiles, ...earlier } = await transaction.one(FIND_EARLIER_FILES, {
    ...content,
    source: spellingKey(name),
  });
  const otherSource =
    earlier.otherSource === null
      ? undefined
      : (await findImportAccount(transaction, earlier.otherSource))?.name;
  if (wasOnlyNew !== null) {
    if (wasOnlyNew ? cumulative : onlyNew) throw new CommandError(describeOtherOption(wasOnlyNew));
    return { otherFiles, otherSource, isKnownContent: true, onlyNew: wasOnlyNew };
  }
  if (otherSource !== undefined && !again) throw new CommandError(describeOtherSource(otherSource, name));
  if (!onlyNew && otherFiles > 0 && (await hasLinesWithoutId())) {
    if (earlier.hasOnlyNewFiles) throw new CommandError(describeOnlyNewSource(name));
    if (!cumulative) throw new CommandError(describeMissingOption(name, content.kind));
  }
  return { otherFiles, otherSource, isKnownContent: false, onlyNew };
}

function describeOtherOption(wasOnlyNew: boolean): string {
  return wasOnlyNew
    ? 'This file was imported with --only-new before: leave --cumulative out. Nothing was recorded.'
    : 'This file was imported without --only-new before: leave it out, or all of it is counted again. Nothing was recorded.';
}

function describeOtherSource(other: string, name: string): string {
  return (
    `The same content was imported before, from source "${other}": from "${name}" all of it would be counted again. ` +
    'Leave --source out to go on with the earlier one; where two sources have the same lines, give --again. ' +
    'Nothing was recorded.'
  );
}

function describeMissingOption(name: string, kind: ImportKind['name']): string {
  return [
    `Another file of ${kind} was imported from source "${name}" before, and lines of this one have no externalId. Say what it holds:`,
    '  --cumulative  the earlier lines again, perhaps corrected, and new ones: what is recorded is not counted again',
    '  --only-new    new lines only: all of them are counted, also one that says the same as an earlier one',
    'Nothing was recorded.',
  ].join('\n');
}

function describeOnlyNewSource(name: string): string {
  return (
    `Files were imported from source "${name}" with --only-new, whose lines are not recognised in another file: they would ` +
    'be counted again. Import the new lines alone, with --only-new. Nothing was recorded.'
  );
}
