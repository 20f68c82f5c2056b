import type { EntityManager } from 'typeorm';
import type { ImportKind } from './import-kind';

/** A file by its content. */
export interface FileContent {
  readonly kind: ImportKind['name'];
  readonly sha256: Buffer;
}

/** The source under which a content was imported before, whatever the file was called; undefined where it was not. */
export async function sourceOfContent(
  manager: EntityManager,
  { kind, sha256 }: FileContent,
): Promise<string | undefined> {
  const [row] = await manager.query<{ source: string }[]>(
    'SELECT source FROM import_file WHERE kind = $1 AND sha256 = $2',
    [kind, sha256],
  );
  return row?.source;
}

/** Remembers under which source a content was first imported. */
export async function rememberContent(
  manager: EntityManager,
  { kind, sha256 }: FileContent,
  source: string,
): Promise<void> {
  await manager.query(
    'INSERT INTO import_file (kind, sha256, source) VALUES ($1, $2, $3) ON CONFLICT (kind, sha256) DO NOTHING',
    [kind, sha256, source],
  );
}
