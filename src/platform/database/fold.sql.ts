import { z } from 'zod';
import { bigint } from './parameter';
import { statement } from './statement';

/** A table of daily counts by country, day and item, with the tables beside it. */
export interface DailyTable {
  readonly table: string;
  /** Table of the items. */
  readonly catalogue: string;
  /** Column of the item's id. */
  readonly item: string;
  /** The column that is summed. */
  readonly value: string;
  /** Log of changes that are not yet in the daily counts. Writers append to it. */
  readonly change: string;
  /** Portions of the log that are in the daily counts, or that are added next; only on Citus. */
  readonly portion: string;
  /** Sums of the daily counts by scope, week, month or year, and item. Triggers keep them. */
  readonly sum: string;
  /** Sums of all items by day, week, month or year, and scope. */
  readonly total: string;
  readonly version: string;
}

/**
 * SQL condition: a logged change is not in the daily counts yet. Citus reads the log after the sums; a change that is added
 * meanwhile is still in the log then, and its portion was not added when the statement began.
 */
export const isNotAdded = (change: string, { portion }: Pick<DailyTable, 'portion'>): string =>
  `(${change}.portion IS NULL OR ${change}.portion NOT IN (SELECT id FROM ${portion} WHERE added_at IS NOT NULL))`;

/** Takes the advisory lock of a table, so that one process at a time adds changes. Others do nothing. */
const lockOf = (table: string) => `pg_try_advisory_xact_lock(hashtext('${table}'), 0)`;

/**
 * SQL condition: no statement that began before the portion was added still runs, so that its changes may be deleted. Twice
 * the time limit, because the portion is added at the end of a statement, and `added_at` is its start. All processes need
 * the same limit (`DATABASE_TIMEOUT_MS`). A
 * connection without a limit of its statements reads one state of one server, or accepts a difference (`check:counts`).
 */
const IS_OLD = `added_at < now() - 2 * greatest(current_setting('statement_timeout')::interval, '10 s') - interval '5 s'`;

/** Declares the statements that add the log of changes to the daily counts. */
export function foldStatements({
  table,
  item,
  value,
  change,
  portion,
}: Pick<DailyTable, 'table' | 'item' | 'value' | 'change' | 'portion'>) {
  const lock = `lock AS MATERIALIZED (
  SELECT ${lockOf(table)} AS is_held
)`;
  const last = `last AS MATERIALIZED (
  SELECT x.country, x.id
  FROM (
    SELECT country, id FROM ${change}
    WHERE portion IS NULL AND (SELECT is_held FROM lock)
    ORDER BY country, id
    LIMIT $limit
  ) x
  ORDER BY x.country DESC, x.id DESC
  LIMIT 1
)`;
  const isUpToLast = `c.portion IS NULL AND (c.country, c.id) <= ((SELECT country FROM last), (SELECT id FROM last))`;
  const count = (changes: string) => `
  INSERT INTO ${table} AS d (country, day, ${item}, ${value})
  SELECT country, day, ${item}, sum(${value}) FROM ${changes} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (country, day, ${item}) DO UPDATE SET ${value} = d.${value} + excluded.${value}`;
  return {
    /** Adds logged changes to the daily counts, on one server. Does nothing while another process does. */
    fold: statement({
      name: `fold_changes_of_${table}`,
      // A range of the primary key, because the planner expects one row after the VACUUM of an empty log, and a join would
      // compare each change with the whole log.
      text: `
WITH ${lock}, ${last}, moved AS (
  DELETE FROM ${change} c
  WHERE ${isUpToLast}
  RETURNING c.country, c.day, c.${item}, c.${value}
), counted AS (${count('moved')}
)
SELECT count(*)::integer AS folded FROM moved`,
      parameters: { limit: bigint() },
      row: z.object({ folded: z.int() }),
      // The log may have grown from nothing to thousands of rows since the last execution.
      plan: 'custom',
    }),

    /** The steps of `fold` on Citus, in their order. A step may be repeated, and continues after an interruption. */
    steps: {
      /** Marks changes as a portion. Does nothing while another process does. */
      mark: statement({
        name: `mark_portion_of_${change}`,
        text: `
WITH ${lock}, ${last}, next AS MATERIALIZED (
  SELECT uuidv7() AS id
), marked AS (
  UPDATE ${change} c SET portion = n.id FROM next n
  WHERE ${isUpToLast}
  RETURNING c.portion
), stored AS (
  INSERT INTO ${portion} (id, changes) SELECT portion, count(*) FROM marked GROUP BY portion
)
SELECT count(*)::integer AS marked FROM marked`,
        parameters: { limit: bigint() },
        row: z.object({ marked: z.int() }),
        plan: 'custom',
      }),

      /**
       * Adds the portions whose changes are all visible: after the failure of a node, Citus commits there later. Changes only
       * tables of the coordinator, so that readers see a portion as added exactly if they see its counts.
       */
      add: statement({
        name: `add_portions_of_${change}`,
        text: `
WITH ${lock}, pending AS MATERIALIZED (
  SELECT p.id, p.changes FROM ${portion} p WHERE p.added_at IS NULL AND (SELECT is_held FROM lock)
), marked AS MATERIALIZED (
  SELECT c.portion, c.country, c.day, c.${item}, c.${value}
  FROM ${change} c WHERE c.portion IN (SELECT id FROM pending)
), added AS (
  UPDATE ${portion} p SET added_at = now()
  WHERE p.added_at IS NULL AND p.id IN (
    SELECT n.id FROM pending n JOIN marked m ON m.portion = n.id GROUP BY n.id, n.changes HAVING count(*) = n.changes
  )
  RETURNING p.id
), counted AS (${count('marked JOIN added ON added.id = marked.portion')}
)
SELECT count(*)::integer AS added FROM added`,
        row: z.object({ added: z.int() }),
        plan: 'custom',
      }),

      /** Deletes the changes of portions that every running statement sees as added. */
      deleteAdded: statement({
        name: `delete_added_of_${change}`,
        text: `DELETE FROM ${change} WHERE portion IN (SELECT id FROM ${portion} WHERE ${IS_OLD})`,
        plan: 'custom',
      }),

      /** Deletes the portions that have no changes any more. */
      deletePortions: statement({
        name: `delete_empty_of_${portion}`,
        text: `
WITH used AS MATERIALIZED (
  SELECT DISTINCT portion FROM ${change} WHERE portion IS NOT NULL
)
DELETE FROM ${portion} WHERE ${IS_OLD} AND id NOT IN (SELECT portion FROM used)`,
        plan: 'custom',
      }),
    },

    /**
     * Frees the space of folded changes, which readers of the log would pass over. Not within a transaction. Does nothing
     * while the table is locked, for example by another VACUUM.
     */
    vacuum: statement({
      name: `vacuum_${change}`,
      text: `VACUUM (SKIP_LOCKED, TRUNCATE FALSE) ${change}`,
      plan: 'custom',
    }),
  };
}
