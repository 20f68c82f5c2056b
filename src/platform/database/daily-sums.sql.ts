import { z } from 'zod';
import { type CountryScope, storedCountry } from '../../shared/country';
import { array, date, integer, text } from './parameter';
import type { Grain } from './sum-cells';
import { type DailyTable, foldStatements, isNotAdded } from './fold.sql';
import { statement } from './statement';

/** The cells of which a period consists, and its days, for the changes that are in no cell yet. */
export const CELLS_OF_PERIOD = {
  grains: array(text<Grain>()),
  starts: array(date()),
  from: date(),
  before: date(),
};

/** The parameters of `valuesByItem`. */
export const SCOPE_AND_CELLS = { scope: text<CountryScope>(), ...CELLS_OF_PERIOD };

/** The cells as a relation. Not `unnest` of both arrays, which Citus 14 refuses in a hash join. */
const CELLS = '(SELECT unnest($grains::text[]) AS grain, unnest($starts::date[]) AS start) AS cell';

/** Periods with their positions from 1. */
const PERIODS = `(
    SELECT unnest($froms::date[]) AS "from", unnest($befores::date[]) AS before,
      generate_series(1, cardinality($froms::date[])) AS position
  )`;

/** Condition: the logged change `c` is in the scope and the period, and not yet in the sums. */
const isLogged = (table: DailyTable) =>
  `($scope = '*' OR c.country = $scope) AND c.day >= $from AND c.day < $before AND ${isNotAdded('c', table)}`;

/**
 * The sums of a cell as the relation `s`, joined to `cell` by an SQL expression of the scope.
 * @param items an array expression of ids; all items by default
 */
function joinSums({ item, value, sum }: DailyTable, scope: string, items?: string): string {
  const isOfCell = `f.scope = ${scope} AND f.grain = cell.grain AND f.start = cell.start`;
  if (items === undefined) return `JOIN ${sum} s ON ${isOfCell.replaceAll('f.', 's.')}`;
  // LIMIT, because the planner underestimates the rows of a cell, and would read all of them for each item.
  return `CROSS JOIN unnest(${items}) AS searched (id)
  CROSS JOIN LATERAL (
    SELECT f.scope, f.start, f.${item}, f.${value} FROM ${sum} f WHERE ${isOfCell} AND f.${item} = searched.id LIMIT 1
  ) s`;
}

/**
 * A query of item, day and value of a scope and a period, several rows for each item.
 * @param items an array expression of ids: one index lookup for each and cell; all items by default
 */
export const valuesByItem = (table: DailyTable, items?: string): string => `
  SELECT s.${table.item}, s.start AS day, s.${table.value}
  FROM ${CELLS}
  ${joinSums(table, '$scope', items)}
  UNION ALL
  SELECT c.${table.item}, c.day, c.${table.value} FROM ${table.change} c
  WHERE ${isLogged(table)} ${items === undefined ? '' : `AND c.${table.item} = ANY (${items})`}`;

/** A query of country and value of a scope and a period, several rows for each country. */
export const valuesByCountry = (table: DailyTable): string => `
  SELECT t.scope AS country, t.${table.value}
  FROM ${CELLS}
  JOIN ${table.total} t ON t.grain = cell.grain AND t.start = cell.start
  WHERE t.scope <> '*' AND ($scope = '*' OR t.scope = $scope)
  UNION ALL
  SELECT c.country, c.${table.value} FROM ${table.change} c WHERE ${isLogged(table)}`;

/**
 * A query of country, item, day and value of a period, several rows for each country and item of all countries. A condition on
 * the country limits what is read, because the country is a column of the totals.
 * @param items an array expression of ids: one index lookup for each, cell and country; all items by default
 */
export const valuesByCountryAndItem = (table: DailyTable, items?: string): string => `
  SELECT t.scope AS country, s.${table.item}, s.start AS day, s.${table.value}
  FROM ${CELLS}
  JOIN ${table.total} t ON t.grain = cell.grain AND t.start = cell.start AND t.scope <> '*'
  ${joinSums(table, 't.scope', items)}
  UNION ALL
  SELECT c.country, c.${table.item}, c.day, c.${table.value} FROM ${table.change} c
  WHERE c.day >= $from AND c.day < $before AND ${isNotAdded('c', table)}
    ${items === undefined ? '' : `AND c.${table.item} = ANY (${items})`}`;

/** A query of country, day, item and value of all daily counts and logged changes. */
export const allDailyValues = ({ table, item, value, change, portion }: DailyTable): string => `
  SELECT country, day, ${item}, ${value} FROM ${table}
  UNION ALL
  SELECT c.country, c.day, c.${item}, c.${value} FROM ${change} c WHERE ${isNotAdded('c', { portion })}`;

/** Logged changes that a version covers. They limit its duration to a few milliseconds, as `pipelined` requires. */
const MAX_VERSIONED_CHANGES = 2_000;

/** The item of totals in comparisons. */
const NO_ITEM = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** A sum that differs from the daily counts. */
export const sumDifference = z.object({
  scope: z.string(),
  grain: z.string(),
  /** First day, `YYYY-MM-DD`. */
  start: z.string(),
  /** Name of the pathology or medication; null for the total of all. */
  name: z.string().nullable(),
  counted: z.number(),
  recounted: z.number(),
});

export type DailySumStatements = ReturnType<typeof dailySumStatements>;

/** Declares the statements of a table of daily counts. */
export function dailySumStatements({
  table,
  catalogue,
  item,
  value,
  change,
  portion,
  sum,
  total,
  version,
}: DailyTable) {
  return {
    ...foldStatements({ table, item, value, change, portion }),

    /** One row for each period, in their order. `positions` are the indexes of the periods to which the cells belong. */
    sumsOfPeriods: statement({
      name: `sum_${table}`,
      text: `
SELECT coalesce(sum(v.value), 0)::float8 AS sum
FROM ${PERIODS} AS period
LEFT JOIN (
  SELECT cell.position, t.${value} AS value
  FROM (
    SELECT unnest($positions::integer[]) AS position, unnest($grains::text[]) AS grain, unnest($starts::date[]) AS start
  ) AS cell
  JOIN ${total} t ON t.grain = cell.grain AND t.start = cell.start AND t.scope = $scope
  UNION ALL
  SELECT p.position, c.${value}
  FROM ${PERIODS} AS p
  JOIN ${change} c ON c.day >= p."from" AND c.day < p.before
  WHERE ($scope = '*' OR c.country = $scope) AND ${isNotAdded('c', { portion })}
) v ON v.position = period.position
GROUP BY period.position
ORDER BY period.position`,
      parameters: {
        scope: text<CountryScope>(),
        froms: array(date()),
        befores: array(date()),
        positions: array(integer()),
        grains: array(text<Grain>()),
        starts: array(date()),
      },
      row: z.object({ sum: z.number() }),
      connection: 'replica',
    }),

    /** The countries of the table. One index lookup for each country: without an order, the plan may read all rows instead. */
    countries: statement({
      name: `list_countries_of_${table}`,
      text: `
SELECT scope AS country FROM ${version}
WHERE scope <> '*' AND (SELECT d.country FROM ${table} d WHERE d.country = scope ORDER BY d.day LIMIT 1) IS NOT NULL
UNION
SELECT country FROM ${change}
ORDER BY country`,
      row: z.object({ country: storedCountry }),
      connection: 'replica',
    }),

    /**
     * A text that differs whenever the counts of the scope differ: how often its sums changed, and number and sum of ids of
     * the changes that are not in them yet. Exact in every process, because it is read with the counts' own rows. If the log
     * is long, the text differs at every read instead.
     */
    version: statement({
      name: `read_version_of_${table}`,
      // The LIMIT applies before the condition of the scope, so that every plan stops there, also one cached for an empty log.
      text: `
SELECT CASE
  WHEN count(*) > ${MAX_VERSIONED_CHANGES} THEN gen_random_uuid()::text
  ELSE concat_ws(
    '.',
    coalesce((SELECT v.changes FROM ${version} v WHERE v.scope = $scope), 0),
    count(*) FILTER (WHERE $scope IN ('*', c.country)),
    sum(c.id) FILTER (WHERE $scope IN ('*', c.country))
  )
END AS version
FROM (
  SELECT l.country, l.id FROM ${change} l WHERE ${isNotAdded('l', { portion })} LIMIT ${MAX_VERSIONED_CHANGES + 1}
) c`,
      parameters: { scope: text<CountryScope>() },
      row: z.object({ version: z.string() }),
      connection: 'pipelined',
    }),

    /** The version of each country. */
    countryVersions: statement({
      name: `list_versions_of_${table}`,
      text: `
SELECT coalesce(v.scope, c.country) AS country, concat_ws('.', coalesce(v.changes, 0), coalesce(c.count, 0), c.ids) AS version
FROM (SELECT scope, changes FROM ${version} WHERE scope <> '*') v
FULL JOIN (
  SELECT l.country, count(*) AS count, sum(l.id) AS ids
  FROM ${change} l WHERE ${isNotAdded('l', { portion })} GROUP BY l.country
) c ON c.country = v.scope`,
      row: z.object({ country: storedCountry, version: z.string() }),
    }),

    /** Every sum and total that differs from the daily counts, which triggers add to it. A total has no name. */
    differences: statement({
      name: `list_differences_of_${sum}`,
      text: `
WITH counted AS (
  SELECT scope, grain, start, ${item} AS item, ${value} AS value FROM ${sum}
  UNION ALL
  SELECT scope, grain, start, ${NO_ITEM}, ${value} FROM ${total}
), of_country AS (
  SELECT d.country, g.grain, date_trunc(g.grain, d.day::timestamp)::date AS start, coalesce(d.${item}, ${NO_ITEM}) AS item,
    sum(d.${value}) AS value
  FROM ${table} d, (VALUES ('day'), ('week'), ('month'), ('year')) AS g (grain)
  GROUP BY GROUPING SETS ((1, 2, 3, d.${item}), (1, 2, 3))
  HAVING g.grain <> 'day' OR GROUPING(d.${item}) = 1
), recounted AS (
  SELECT country AS scope, grain, start, item, value FROM of_country
  UNION ALL
  SELECT '*', grain, start, item, sum(value) FROM of_country GROUP BY 2, 3, 4
)
SELECT
  scope, grain, start::text AS start, p.name,
  coalesce(counted.value, 0)::float8 AS counted,
  coalesce(recounted.value, 0)::float8 AS recounted
FROM counted FULL JOIN recounted USING (scope, grain, start, item)
LEFT JOIN (SELECT id, name FROM ${catalogue}) p ON p.id = item
WHERE coalesce(counted.value, 0) <> coalesce(recounted.value, 0)
ORDER BY scope, grain, start, p.name`,
      row: sumDifference,
    }),
  };
}
