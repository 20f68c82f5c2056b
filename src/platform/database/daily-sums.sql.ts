import { z } from 'zod';
import { type CountryScope, storedCountry } from '../../shared/country';
import { array, date, text } from './parameter';
import { statement } from './statement';

/** Condition: the row of `c` is in the scope `$scope`, and its day is from `$from` to before `$before`. */
export const IN_SCOPE_AND_PERIOD = `($scope = '*' OR c.country = $scope) AND c.day >= $from AND c.day < $before`;

/** The parameters of `IN_SCOPE_AND_PERIOD`. */
export const SCOPE_AND_PERIOD = { scope: text<CountryScope>(), from: date(), before: date() };

/** A table of daily counts, which may have several rows for a `country` and `day`. */
interface DailyTable {
  readonly table: string;
  /** The column that is summed. */
  readonly value: string;
}

export type DailySumStatements = ReturnType<typeof dailySumStatements>;

/** Declares the statements of a table of daily sums. */
export function dailySumStatements({ table, value }: DailyTable) {
  return {
    /** One row for each period, in their order. The table is read once for all periods, from the first to the last. */
    sumsOfPeriods: statement({
      name: `sum_${table}`,
      text: `
SELECT coalesce(sum(t.value), 0)::float8 AS sum
FROM unnest($starts::date[], $ends::date[]) WITH ORDINALITY AS period (start, before, position)
LEFT JOIN (
  SELECT c.day, sum(c.${value}) AS value FROM ${table} c WHERE ${IN_SCOPE_AND_PERIOD} GROUP BY c.day
) t ON t.day >= period.start AND t.day < period.before
GROUP BY period.position
ORDER BY period.position`,
      parameters: { ...SCOPE_AND_PERIOD, starts: array(date()), ends: array(date()) },
      row: z.object({ sum: z.number() }),
      plan: 'custom',
    }),

    /** The countries of the table. One index lookup for each country, however many rows the table has. */
    countries: statement({
      name: `list_countries_of_${table}`,
      text: `
WITH RECURSIVE found AS (
  (SELECT country FROM ${table} ORDER BY country LIMIT 1)
  UNION ALL
  SELECT (SELECT c.country FROM ${table} c WHERE c.country > f.country ORDER BY c.country LIMIT 1)
  FROM found f WHERE f.country IS NOT NULL
)
SELECT country FROM found WHERE country IS NOT NULL`,
      row: z.object({ country: storedCountry }),
    }),
  };
}
