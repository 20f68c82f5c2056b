import { z } from 'zod';
import {
  dailySumStatements,
  IN_SCOPE_AND_PERIOD,
  SCOPE_AND_PERIOD,
} from '../../../platform/database/daily-sums.sql';
import { array, date, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryScope, storedCountry } from '../../../shared/country';

export const DAILY_UNITS = dailySumStatements({ table: 'medication_daily_units', value: 'units' });

/** One row for each name, best-selling first. Where countries use the same name, the oldest spelling is shown. */
export const SUM_UNITS_BY_MEDICATION = statement({
  name: 'sum_units_by_medication',
  text: `
SELECT
  (array_agg(m.name ORDER BY m.created_at, m.id))[1] AS name,
  (array_agg(m.atc_codes[1] ORDER BY m.created_at, m.id) FILTER (WHERE m.atc_codes[1] IS NOT NULL))[1] AS "atcCode",
  sum(t.units)::float8 AS "unitsSold"
FROM (
  SELECT c.medication_id, sum(c.units) AS units
  FROM medication_daily_units c
  WHERE ${IN_SCOPE_AND_PERIOD}
  GROUP BY c.medication_id
) t JOIN medication m ON m.id = t.medication_id
GROUP BY m.key
ORDER BY "unitsSold" DESC, name`,
  parameters: SCOPE_AND_PERIOD,
  row: z.object({
    name: z.string(),
    /** The first of its codes; null if it has none. */
    atcCode: z.string().nullable(),
    unitsSold: z.number(),
  }),
  plan: 'custom',
});

/**
 * The medications of a name key in the scope, and the name of the catalogue, or else the oldest; no row if the key does not
 * exist in the scope.
 */
export const FIND_MEDICATIONS_IN_SCOPE = statement({
  name: 'find_medications_in_scope',
  text: `
SELECT (array_agg(m.name ORDER BY m.scope = '*' DESC, m.created_at, m.id))[1] AS name, array_agg(m.id) AS ids
FROM medication_name n JOIN medication m ON m.id = n.medication_id
WHERE n.key = $key AND ($scope = '*' OR n.scope IN ('*', $scope))
HAVING count(*) > 0`,
  parameters: { scope: text<CountryScope>(), key: text() },
  row: z.object({ name: z.string(), ids: z.array(z.string()) }),
  plan: 'custom',
});

const unitsOfCountry = z.object({ country: storedCountry, count: z.number() });

/** Most units first. */
export const SUM_UNITS_BY_COUNTRY = statement({
  name: 'sum_units_by_country',
  text: `
SELECT c.country, sum(c.units)::float8 AS count
FROM medication_daily_units c
WHERE ${IN_SCOPE_AND_PERIOD} AND c.medication_id = ANY ($medicationIds::uuid[])
GROUP BY c.country
ORDER BY count DESC, c.country`,
  parameters: { ...SCOPE_AND_PERIOD, medicationIds: array(uuid()) },
  row: unitsOfCountry,
  plan: 'custom',
});

/** The units of all countries; `key` is that of the medication's name. */
export const SUM_UNITS_BY_COUNTRY_AND_NAME = statement({
  name: 'sum_units_by_country_and_name',
  text: `
SELECT d.country, m.key, sum(d.units)::float8 AS count
FROM medication_daily_units d JOIN medication m ON m.id = d.medication_id
WHERE d.day >= $from AND d.day < $before
GROUP BY d.country, m.key`,
  parameters: { from: date(), before: date() },
  row: unitsOfCountry.extend({ key: z.string() }),
  plan: 'custom',
});
