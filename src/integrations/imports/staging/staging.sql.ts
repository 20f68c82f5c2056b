import type { ImportKind } from '../import-kind';

type Staged = ImportKind['staged'];

/** Where a batch waits until it is recorded. */
export const BATCH_TABLE = 'import_batch';

/**
 * The tables of one session, gone with it: lines as they are copied in, the same lines with their identities, and how
 * often each identity has occurred in the file so far. The first two are empty after every transaction.
 */
export function createStaging(staged: Staged): string[] {
  const columns = staged.map(([name, type]) => `${name} ${type}`).join(', ');
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
 * For the transaction of a batch. Its claims are found in the order of their index: at the price that the planner assumes for
 * pages in no order, it would rather read all claims there are, for every batch.
 */
export const EXPECT_ORDERED_READS = 'SET LOCAL random_page_cost = 1.1';

export const DROP_STAGING = `DROP TABLE IF EXISTS pg_temp.import_line, pg_temp.${BATCH_TABLE}, pg_temp.import_identity`;

export function copyLines(staged: Staged): string {
  return `COPY import_line (line, identity, is_own, digest, ${namesOf(staged)}) FROM STDIN`;
}

/**
 * Counts the batch's identities with those of the batches before it, and fills the batch: a line without an id of its own
 * is identified by its content and its ordinal among the file's lines of that content, which makes it unique; of lines
 * that have one id of their own, the file's first counts.
 *
 * One row: repeated (lines whose own id stood in the file before, with the same content), conflicting (with another).
 */
export function identifyLines(staged: Staged): string {
  const names = namesOf(staged);
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

function namesOf(staged: Staged): string {
  return staged.map(([name]) => name).join(', ');
}
