/** Of the countries that a caller may see, in a table that a statement calls `c`: `$1` is one country, or `*`. */
export const IN_SCOPE = `($1 = '*' OR c.country = $1)`;

/** A table of what was counted by `country` and `day`. */
export interface DailyTable {
  readonly table: string;
  /** The column that is added up. */
  readonly value: string;
}

/**
 * $1 scope, $2 first days, $3 the days after the last, $4 and $5 the first and last of all of them. One row of sum for each
 * period, in their order; the table is read once, however many periods there are.
 */
export function sumsOfPeriods({ table, value }: DailyTable): string {
  return `
SELECT coalesce(sum(t.value), 0)::float8 AS sum
FROM unnest($2::date[], $3::date[]) WITH ORDINALITY AS period (start, before, position)
LEFT JOIN (
  SELECT c.day, sum(c.${value}) AS value
  FROM ${table} c
  WHERE ${IN_SCOPE} AND c.day >= $4::date AND c.day < $5::date
  GROUP BY c.day
) t ON t.day >= period.start AND t.day < period.before
GROUP BY period.position
ORDER BY period.position`;
}

/** Rows of country: one look into the index for each, however many rows the table has. */
export function countriesIn(table: string): string {
  return `
WITH RECURSIVE found AS (
  (SELECT country FROM ${table} ORDER BY country LIMIT 1)
  UNION ALL
  SELECT (SELECT c.country FROM ${table} c WHERE c.country > f.country ORDER BY c.country LIMIT 1)
  FROM found f WHERE f.country IS NOT NULL
)
SELECT country FROM found WHERE country IS NOT NULL`;
}
