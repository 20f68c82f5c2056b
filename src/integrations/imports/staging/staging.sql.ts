import type { ImportKind } from '../import-kind';

type Columns = ImportKind['stagedColumns'];

/** The table of the current batch's lines with their identities. */
export const BATCH_TABLE = 'import_batch';

/**
 * Builds the statements that create the session's temporary tables.
 * They hold the copied lines, the same lines with their identities, and how often each identity has occurred in the file.
 * The first two are emptied at the end of each transaction.
 */
export function buildCreateTables(stagedColumns: Columns): string[] {
  const columns = stagedColumns.map(([name, type]) => `${name} ${type}`).join(', ');
  return [
    `CREATE TEMPORARY TABLE import_line
       (line integer NOT NULL, identity text NOT NULL, is_own boolean NOT NULL, digest bytea NOT NULL, ${columns})
     ON COMMIT DELETE ROWS`,
    `CREATE TEMPORARY TABLE ${BATCH_TABLE}
       (line integer NOT NULL, external_id text NOT NULL, digest bytea NOT NULL, ${columns})
     ON COMMIT DELETE ROWS`,
    `CREATE TEMPORARY TABLE import_identity
       (identity text COLLATE "C" PRIMARY KEY, digest bytea NOT NULL, lines integer NOT NULL)`,
  ];
}

/**
 * Makes the planner find a batch's claims by their index, in whose order they are read. With the default cost of random
 * pages, or with a plan cached when the table was small, it would scan the whole claim table for every batch.
 */
export const PLANNER_SETTINGS =
  'SET LOCAL random_page_cost = 1.1; SET LOCAL plan_cache_mode = force_custom_plan';

export const DROP_TABLES = `DROP TABLE IF EXISTS pg_temp.import_line, pg_temp.${BATCH_TABLE}, pg_temp.import_identity`;

export function buildCopyLines(stagedColumns: Columns): string {
  return `COPY import_line (line, identity, is_own, digest, ${joinNames(stagedColumns)}) FROM STDIN`;
}

/**
 * Builds the statement that identifies the copied lines and inserts them into `BATCH_TABLE`.
 * A line without an id is identified by its content and its ordinal among the file's lines with that content. Of lines with
 * the same id, only the file's first is inserted.
 *
 * It returns one row: `repeated` is the number of lines whose id occurred before with the same content, `conflicting` the
 * numbers of those with other content.
 */
export function buildIdentifyLines(stagedColumns: Columns): string {
  const names = joinNames(stagedColumns);
  return `
WITH counted AS (
  INSERT INTO import_identity AS i (identity, digest, lines)
  SELECT identity, (array_agg(digest ORDER BY line))[1], count(*)
  FROM import_line GROUP BY identity ORDER BY identity
  ON CONFLICT (identity) DO UPDATE SET lines = i.lines + excluded.lines
  RETURNING identity, digest, lines
), numbered AS MATERIALIZED (
  SELECT
    l.*, c.digest <> l.digest AS differs,
    c.lines - row_number() OVER (PARTITION BY l.identity ORDER BY l.line DESC) + 1 AS ordinal
  FROM import_line l JOIN counted c ON c.identity = l.identity
), filled AS (
  INSERT INTO ${BATCH_TABLE} (line, external_id, digest, ${names})
  SELECT line, CASE WHEN is_own THEN identity ELSE identity || ':' || ordinal END, digest, ${names}
  FROM numbered
  WHERE NOT is_own OR ordinal = 1
)
SELECT
  (count(*) FILTER (WHERE NOT differs))::integer AS repeated,
  coalesce(array_agg(line ORDER BY line) FILTER (WHERE differs), '{}') AS conflicting
FROM numbered
WHERE is_own AND ordinal > 1`;
}

function joinNames(stagedColumns: Columns): string {
  return stagedColumns.map(([name]) => name).join(', ');
}
