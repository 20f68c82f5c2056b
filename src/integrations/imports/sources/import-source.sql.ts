import { z } from 'zod';
import { boolean, bytea, text } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';

export const LOCK_IMPORT_SOURCE = statement({
  name: 'lock_import_source',
  text: `SELECT FROM pg_advisory_xact_lock(hashtextextended('import ' || $key, 0))`,
  parameters: { key: text() },
});

export const RECORD_IMPORT_FILE = statement({
  name: 'record_import_file',
  text: `
INSERT INTO import_file (kind, source, sha256, only_new) VALUES ($kind, $source, $sha256, $onlyNew)
ON CONFLICT (kind, source, sha256) DO NOTHING`,
  parameters: { kind: text(), source: text(), sha256: bytea(), onlyNew: boolean() },
});

/** The source from which a content was first imported. */
export const FIND_SOURCE_OF_CONTENT = statement({
  name: 'find_import_source_of_content',
  text: `
SELECT source FROM import_file WHERE kind = $kind AND sha256 = $sha256 ORDER BY imported_at, source LIMIT 1`,
  parameters: { kind: text(), sha256: bytea() },
  row: z.object({ source: z.string() }),
});

export const FIND_EARLIER_FILES = statement({
  name: 'find_earlier_import_files',
  text: `
SELECT
  bool_or(only_new) FILTER (WHERE source = $source AND sha256 = $sha256) AS "wasOnlyNew",
  (count(*) FILTER (WHERE source = $source AND sha256 <> $sha256))::integer AS "otherFiles",
  coalesce(bool_or(only_new) FILTER (WHERE source = $source AND sha256 <> $sha256), false) AS "hasOnlyNewFiles",
  (array_agg(source ORDER BY imported_at, source) FILTER (WHERE source <> $source))[1] AS "otherSource"
FROM import_file WHERE kind = $kind AND (source = $source OR sha256 = $sha256)`,
  parameters: { kind: text(), source: text(), sha256: bytea() },
  row: z.object({
    /** Whether the same content was imported from this source with `--only-new`; null if it was not imported. */
    wasOnlyNew: z.boolean().nullable(),
    otherFiles: z.int(),
    /** Whether any of the other files was imported with `--only-new`. */
    hasOnlyNewFiles: z.boolean(),
    /** The key of another source with the same content. */
    otherSource: z.string().nullable(),
  }),
});
