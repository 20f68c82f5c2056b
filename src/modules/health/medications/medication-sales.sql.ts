import { z } from 'zod';
import {
  CELLS_OF_PERIOD,
  dailySumStatements,
  SCOPE_AND_CELLS,
  valuesByCountryAndItem,
  valuesByItem,
} from '../../../platform/database/daily-sums.sql';
import type { DailyTable } from '../../../platform/database/fold.sql';
import { array, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryScope, storedCountry } from '../../../shared/country';

/** The daily counts of units. */
export const UNITS: DailyTable = {
  table: 'medication_daily_units',
  catalogue: 'medication',
  item: 'medication_id',
  value: 'units',
  change: 'medication_units_change',
  portion: 'medication_units_portion',
  sum: 'medication_sum',
  total: 'medication_total',
  version: 'medication_units_version',
};

export const DAILY_UNITS = dailySumStatements(UNITS);

/** One row for each name, best-selling first. Where countries use the same name, the oldest spelling is shown. */
export const SUM_UNITS_BY_MEDICATION = statement({
  name: 'sum_units_by_medication',
  text: `
SELECT
  m.key,
  (array_agg(m.name ORDER BY m.created_at, m.id))[1] AS name,
  (array_agg(m.atc_codes[1] ORDER BY m.created_at, m.id) FILTER (WHERE m.atc_codes[1] IS NOT NULL))[1] AS "atcCode",
  sum(t.units)::float8 AS "unitsSold"
FROM (
  SELECT v.medication_id, sum(v.units) AS units FROM (${valuesByItem(UNITS)}) v GROUP BY v.medication_id
) t JOIN medication m ON m.id = t.medication_id
GROUP BY m.key
HAVING sum(t.units) > 0
ORDER BY "unitsSold" DESC, name`,
  parameters: SCOPE_AND_CELLS,
  row: z.object({
    key: z.string(),
    name: z.string(),
    /** The first of its codes; null if it has none. */
    atcCode: z.string().nullable(),
    unitsSold: z.number(),
  }),
  connection: 'replica',
});

/**
 * The medications of a name key in the scope, and the name of the catalogue, or else the oldest; no row if the key does not
 * exist in the scope.
 */
export const FIND_MEDICATIONS_IN_SCOPE = statement({
  name: 'find_medications_in_scope',
  text: `
SELECT
  (array_agg(m.name ORDER BY m.scope = '*' DESC, m.created_at, m.id))[1] AS name,
  (array_agg(m.key ORDER BY m.scope = '*' DESC, m.created_at, m.id))[1] AS key,
  array_agg(m.id) AS ids
FROM medication_name n JOIN medication m ON m.id = n.medication_id
WHERE n.key = $key AND ($scope = '*' OR n.scope IN ('*', $scope))
HAVING count(*) > 0`,
  parameters: { scope: text<CountryScope>(), key: text() },
  row: z.object({ name: z.string(), key: z.string(), ids: z.array(z.string()) }),
  plan: 'custom',
  connection: 'replica',
});

const unitsOfCountry = z.object({ country: storedCountry, count: z.number() });

const sumByCountry = (values: string) => `
SELECT v.country, sum(v.units)::float8 AS count
FROM (${values}) v
GROUP BY v.country
HAVING sum(v.units) > 0
ORDER BY count DESC, v.country`;

/** Most units first; of the given medications in all countries. */
export const SUM_UNITS_BY_COUNTRY = statement({
  name: 'sum_units_by_country',
  text: sumByCountry(valuesByCountryAndItem(UNITS, '$medicationIds::uuid[]')),
  parameters: { ...CELLS_OF_PERIOD, medicationIds: array(uuid()) },
  row: unitsOfCountry,
  connection: 'replica',
});

/** At most one row: the units of the given medications in a country. */
export const SUM_UNITS_IN_COUNTRY = statement({
  name: 'sum_units_in_country',
  text: sumByCountry(`
  SELECT $scope AS country, i.units FROM (${valuesByItem(UNITS, '$medicationIds::uuid[]')}) i`),
  parameters: { ...SCOPE_AND_CELLS, medicationIds: array(uuid()) },
  row: unitsOfCountry,
  connection: 'replica',
});

/** The units of all countries; `key` is that of the medication's name. */
export const SUM_UNITS_BY_COUNTRY_AND_NAME = statement({
  name: 'sum_units_by_country_and_name',
  text: `
SELECT v.country, m.key, sum(v.units)::float8 AS count
FROM (${valuesByCountryAndItem(UNITS)}) v JOIN medication m ON m.id = v.medication_id
GROUP BY v.country, m.key
HAVING sum(v.units) > 0`,
  parameters: CELLS_OF_PERIOD,
  row: unitsOfCountry.extend({ key: z.string() }),
  connection: 'replica',
});
