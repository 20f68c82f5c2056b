import { z } from 'zod';
import { countDifference } from '../../consultations';
import { allDailyValues } from '../../../platform/database/daily-sums.sql';
import { statement } from '../../../platform/database/statement';
import { UNITS } from './medication-sales.sql';

/** Every daily sum of units that differs from the sum of its sales. */
export const LIST_UNITS_DIFFERENCES = statement({
  name: 'list_units_differences',
  text: `
WITH counted AS MATERIALIZED (
  SELECT country, day, medication_id, sum(units) AS units FROM (${allDailyValues(UNITS)}) d GROUP BY 1, 2, 3
), recounted AS MATERIALIZED (
  SELECT country, (sold_at AT TIME ZONE 'UTC')::date AS day, medication_id, sum(units) AS units
  FROM medication_sale GROUP BY 1, 2, 3
)
SELECT
  country, day::text AS day, m.name,
  coalesce(counted.units, 0)::float8 AS counted,
  coalesce(recounted.units, 0)::float8 AS recounted
FROM counted FULL JOIN recounted USING (country, day, medication_id)
LEFT JOIN medication m ON m.id = medication_id
WHERE coalesce(counted.units, 0) <> coalesce(recounted.units, 0)
ORDER BY country, day, m.name, medication_id`,
  row: countDifference,
});

/** Every claim whose sale does not exist. */
export const LIST_MISSING_SALES = statement({
  name: 'list_missing_sales',
  text: `
SELECT country, id, 'claimed' AS what
FROM (
  SELECT country, medication_sale_id AS id FROM medication_sale_claim
  EXCEPT
  SELECT country, id FROM medication_sale
) m
ORDER BY country, id`,
  row: z.object({ country: z.string(), id: z.string(), what: z.literal('claimed') }),
});

export const COUNT_SALES = statement({
  name: 'count_sales',
  text: `
SELECT
  (SELECT count(*) FROM medication_sale)::float8 AS sales,
  (SELECT count(*) FROM (SELECT DISTINCT country, day, medication_id FROM (${allDailyValues(UNITS)}) v) d)::float8
    AS "dailySums"`,
  row: z.object({ sales: z.number(), dailySums: z.number() }),
});
