import { z } from 'zod';
import { statement } from '../../../platform/database/statement';

/** The table of the current batch's lines with their identities. */
export const BATCH_TABLE = 'import_batch';

/** Counts how often each identity has occurred in the file. */
const CREATE_IDENTITY_TABLE = statement({
  name: 'create_import_identity_table',
  text: `
CREATE TEMPORARY TABLE import_identity
  (identity text COLLATE "C" PRIMARY KEY, digest bytea NOT NULL, lines integer NOT NULL)`,
});

export const DROP_TABLES = statement({
  name: 'drop_import_tables',
  text: `DROP TABLE IF EXISTS pg_temp.import_line, pg_temp.${BATCH_TABLE}, pg_temp.import_identity`,
});

/**
 * Makes the planner find a batch's claims by their index, in whose order they are read. With the default cost of random
 * pages, or with a plan cached when the table was small, it would scan the whole claim table for every batch.
 */
export const CONFIGURE_PLANNER = statement({
  name: 'configure_import_planner',
  text: `
SELECT FROM set_config('random_page_cost', '1.1', true) AS page_cost,
  set_config('plan_cache_mode', 'force_custom_plan', true) AS plan_mode`,
});

export const CREATE_SAVEPOINT = statement({
  name: 'create_import_dry_run_savepoint',
  text: 'SAVEPOINT dry_run',
});

export const ROLL_BACK_TO_SAVEPOINT = statement({
  name: 'roll_back_import_dry_run',
  text: 'ROLLBACK TO SAVEPOINT dry_run',
});

/** The statements that stage the lines of one kind of import. */
export type StagingStatements = ReturnType<typeof stagingStatements>;

/**
 * Declares the statements that stage the lines of one kind of import.
 * @param columns SQL names and types
 */
export function stagingStatements(kind: string, columns: readonly (readonly [name: string, type: string])[]) {
  const names = columns.map(([name]) => name).join(', ');
  const definitions = columns.map(([name, type]) => `${name} ${type}`).join(', ');
  /** The copied lines and the same lines with their identities are deleted at the end of each transaction. */
  const createTables = [
    statement({
      name: `create_import_line_table_of_${kind}`,
      text: `
CREATE TEMPORARY TABLE import_line
  (line integer NOT NULL, identity text NOT NULL, is_own boolean NOT NULL, digest bytea NOT NULL, ${definitions})
ON COMMIT DELETE ROWS`,
    }),
    statement({
      name: `create_import_batch_table_of_${kind}`,
      text: `
CREATE TEMPORARY TABLE ${BATCH_TABLE}
  (line integer NOT NULL, external_id text NOT NULL, digest bytea NOT NULL, ${definitions})
ON COMMIT DELETE ROWS`,
    }),
    CREATE_IDENTITY_TABLE,
  ];
  return {
    createTables,

    copy: `COPY import_line (line, identity, is_own, digest, ${names}) FROM STDIN`,

    /**
     * Identifies the copied lines and inserts them into `BATCH_TABLE`. A line without an id is identified by its content
     * and its ordinal among the file's lines with that content. Of lines with the same id, only the file's first is
     * inserted.
     */
    identify: statement({
      name: `identify_import_lines_of_${kind}`,
      text: `
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
WHERE is_own AND ordinal > 1`,
      row: z.object({
        /** The number of lines whose id occurred before with the same content. */
        repeated: z.int(),
        /** The numbers of the lines whose id occurred before with other content. */
        conflicting: z.array(z.int()),
      }),
      temporaryTables: createTables.map(({ sql }) => sql).join(';'),
    }),
  };
}
