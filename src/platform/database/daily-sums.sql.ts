import { z } from 'zod';
import { type CountryCode, storedCountry } from '../../shared/country';
import { array, date, type Parameters, text } from './parameter';
import { statement } from './statement';

interface ScopedDefinition<P extends Parameters, Row extends z.ZodObject> {
  /** @param scope condition for the rows of a table `c` */
  readonly text: (scope: string) => string;
  readonly parameters: P;
  readonly row: Row;
}

/** Declares a statement for one country and one for all countries: one statement would have one plan for both. */
export function scopedStatements<const P extends Parameters, Row extends z.ZodObject>(
  name: string,
  { text: textOf, parameters, row }: ScopedDefinition<P, Row>,
) {
  return {
    ofCountry: statement({
      name: `${name}_of_country`,
      text: textOf('c.country = $country'),
      parameters: { ...parameters, country: text<CountryCode>() },
      row,
    }),
    ofAll: statement({ name: `${name}_of_all`, text: textOf('true'), parameters, row }),
  };
}

/** A table with one sum for each `country` and `day`. */
export interface DailyTable {
  readonly table: string;
  /** The column that is summed. */
  readonly value: string;
}

export type DailySumStatements = ReturnType<typeof dailySumStatements>;

/** Declares the statements of a table of daily sums. */
export function dailySumStatements({ table, value }: DailyTable) {
  return {
    /** One row for each period, in their order. The table is read once for all periods, from the first to the last. */
    sumsOfPeriods: scopedStatements(`sum_${table}`, {
      text: (scope) => `
SELECT coalesce(sum(t.value), 0)::float8 AS sum
FROM unnest($starts::date[], $ends::date[]) WITH ORDINALITY AS period (start, before, position)
LEFT JOIN (
  SELECT c.day, sum(c.${value}) AS value
  FROM ${table} c
  WHERE ${scope} AND c.day >= $from AND c.day < $before
  GROUP BY c.day
) t ON t.day >= period.start AND t.day < period.before
GROUP BY period.position
ORDER BY period.position`,
      parameters: { starts: array(date()), ends: array(date()), from: date(), before: date() },
      row: z.object({ sum: z.number() }),
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
