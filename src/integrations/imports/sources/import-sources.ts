import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { ImportAccountService, sourceKey } from '../../../modules/auth';
import { CommandError } from '../../../platform/command-line/command';
import type { ImportKind } from '../import-kind';
import { type ImportOptions, defaultSource } from '../import-options';

/** A file by its content. */
export interface FileContent {
  readonly kind: ImportKind['name'];
  readonly sha256: Buffer;
}

/** Whose lines a file has, and how they are known. */
export interface OpenedSource {
  /** As it was first spelled. */
  readonly name: string;
  readonly accountId: string;
  /** Whether a line without an id of its own is known by its file and number, and not by what it says. */
  readonly onlyNew: boolean;
  /** How many files were imported from it before, other than this one. */
  readonly otherFiles: number;
  /** Whether this content was imported from it before. */
  readonly isKnownContent: boolean;
  /** The other source from which the same content was imported. */
  readonly elsewhere: string | undefined;
}

interface Opening {
  readonly content: FileContent;
  readonly options: ImportOptions;
  /** Whether the file has lines without an id of their own. */
  readonly hasUnnamedLines: () => Promise<boolean>;
}

/**
 * Finds the source of a file and remembers that the file was imported from it: before the first line, so that a run that is
 * killed and begun again, under another name of the file too, goes on as it began. A dry run remembers nothing.
 * @throws CommandError where lines might be counted twice or lost, unless an option says what is meant
 */
export async function openSource(dataSource: DataSource, opening: Opening): Promise<OpenedSource> {
  const { content, options } = opening;
  return dataSource.transaction(async (manager) => {
    const given = options.source ?? (await sourceOfContent(manager, content)) ?? defaultSource(options.path);
    const key = sourceKey(given);
    // Of two that begin at once with different files of one source, the second finds the first.
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('import ' || $1, 0))`, [key]);
    const accounts = new ImportAccountService();
    const known = await accounts.find(manager, given);
    const name = known?.name ?? given;
    const files = await examine(manager, name, opening);
    // Nobody has claimed anything by an id that is new.
    if (options.dryRun) return { name, accountId: known?.id ?? randomUUID(), ...files };
    const { id } = known ?? (await accounts.findOrCreate(manager, given));
    await manager.query(
      `INSERT INTO import_file (kind, source, sha256, only_new) VALUES ($1, $2, $3, $4)
       ON CONFLICT (kind, source, sha256) DO NOTHING`,
      [content.kind, key, content.sha256, files.onlyNew],
    );
    return { name, accountId: id, ...files };
  });
}

/** The source from which a content was first imported, whatever the file was called; undefined where it was not. */
async function sourceOfContent(
  manager: EntityManager,
  { kind, sha256 }: FileContent,
): Promise<string | undefined> {
  const [row] = await manager.query<{ source: string }[]>(
    'SELECT source FROM import_file WHERE kind = $1 AND sha256 = $2 ORDER BY imported_at, source LIMIT 1',
    [kind, sha256],
  );
  return row && new ImportAccountService().nameOf(manager, row.source);
}

interface EarlierFiles {
  readonly knownAs: 'only new' | 'all' | null;
  readonly others: number;
  readonly othersOnlyNew: boolean;
  readonly elsewhere: string | null;
}

async function examine(
  manager: EntityManager,
  name: string,
  { content, options, hasUnnamedLines }: Opening,
): Promise<Omit<OpenedSource, 'name' | 'accountId'>> {
  const { cumulative, onlyNew, again } = options;
  const earlier = await filesBefore(manager, sourceKey(name), content);
  const elsewhere =
    earlier.elsewhere === null
      ? undefined
      : await new ImportAccountService().nameOf(manager, earlier.elsewhere);
  const files = { otherFiles: earlier.others, elsewhere };
  if (earlier.knownAs !== null) {
    const wasOnlyNew = earlier.knownAs === 'only new';
    if (wasOnlyNew ? cumulative : onlyNew) throw new CommandError(otherwiseBefore(wasOnlyNew));
    return { ...files, isKnownContent: true, onlyNew: wasOnlyNew };
  }
  if (elsewhere !== undefined && !again) throw new CommandError(importedElsewhere(elsewhere, name));
  if (!onlyNew && earlier.others > 0 && (await hasUnnamedLines())) {
    if (earlier.othersOnlyNew) throw new CommandError(notRecognisable(name));
    if (!cumulative) throw new CommandError(choiceFor(name, content.kind));
  }
  return { ...files, isKnownContent: false, onlyNew };
}

async function filesBefore(
  manager: EntityManager,
  source: string,
  { kind, sha256 }: FileContent,
): Promise<EarlierFiles> {
  const [files] = await manager.query<[EarlierFiles]>(
    `SELECT
       max(CASE WHEN only_new THEN 'only new' ELSE 'all' END) FILTER (WHERE source = $2 AND sha256 = $3) AS "knownAs",
       (count(*) FILTER (WHERE source = $2 AND sha256 <> $3))::integer AS others,
       coalesce(bool_or(only_new) FILTER (WHERE source = $2 AND sha256 <> $3), false) AS "othersOnlyNew",
       (array_agg(source ORDER BY imported_at, source) FILTER (WHERE source <> $2))[1] AS elsewhere
     FROM import_file WHERE kind = $1 AND (source = $2 OR sha256 = $3)`,
    [kind, source, sha256],
  );
  return files;
}

function otherwiseBefore(wasOnlyNew: boolean): string {
  return wasOnlyNew
    ? 'This file was imported with --only-new before: leave --cumulative out. Nothing was recorded.'
    : 'This file was imported without --only-new before: leave it out, or all of it is counted again. Nothing was recorded.';
}

function importedElsewhere(other: string, name: string): string {
  return (
    `The same content was imported before, from source "${other}": from "${name}" all of it would be counted again. ` +
    'Leave --source out to go on with the earlier one; where two sources have the same lines, give --again. ' +
    'Nothing was recorded.'
  );
}

function choiceFor(name: string, kind: ImportKind['name']): string {
  return [
    `Another file of ${kind} was imported from source "${name}" before, and lines of this one have no externalId. Say what it holds:`,
    '  --cumulative  the earlier lines again, perhaps corrected, and new ones: what is recorded is not counted again',
    '  --only-new    new lines only: all of them are counted, also one that says the same as an earlier one',
    'Nothing was recorded.',
  ].join('\n');
}

function notRecognisable(name: string): string {
  return (
    `Files were imported from source "${name}" with --only-new, whose lines are not recognised in another file: they would ` +
    'be counted again. Import the new lines alone, with --only-new. Nothing was recorded.'
  );
}
