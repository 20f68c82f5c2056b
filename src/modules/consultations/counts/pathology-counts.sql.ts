import { z } from 'zod';
import {
  dailySumStatements,
  IN_SCOPE_AND_PERIOD,
  SCOPE_AND_PERIOD,
} from '../../../platform/database/daily-sums.sql';
import { array, date, integer, nullable, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryScope, storedCountry } from '../../../shared/country';
import type { PeriodKind } from '../../../shared/period';

export const DAILY_CASES = dailySumStatements({ table: 'pathology_daily_count', value: 'cases' });

/** One row for each name, most cases first. Where countries use the same name, the oldest spelling is shown. */
export const COUNT_BY_PATHOLOGY = statement({
  name: 'count_by_pathology',
  text: `
SELECT
  (array_agg(p.name ORDER BY p.created_at, p.id))[1] AS name,
  (array_agg(p.icd10 ORDER BY p.created_at, p.id) FILTER (WHERE p.icd10 IS NOT NULL))[1] AS icd10,
  sum(t.cases)::float8 AS count
FROM (
  SELECT c.pathology_id, sum(c.cases) AS cases
  FROM pathology_daily_count c
  WHERE ${IN_SCOPE_AND_PERIOD}
  GROUP BY c.pathology_id
) t JOIN pathology p ON p.id = t.pathology_id
GROUP BY p.key
HAVING sum(t.cases) > 0
ORDER BY count DESC, name`,
  parameters: SCOPE_AND_PERIOD,
  row: z.object({
    name: z.string(),
    /** ICD-10 code, WHO edition of 2019; null if the pathology is not in the catalogue. */
    icd10: z.string().nullable(),
    count: z.number(),
  }),
  plan: 'custom',
});

/** Most cases first; of all pathologies if the ids are null. */
export const COUNT_BY_COUNTRY = statement({
  name: 'count_by_country',
  text: `
SELECT c.country, sum(c.cases)::float8 AS count
FROM pathology_daily_count c
WHERE ${IN_SCOPE_AND_PERIOD} AND ($pathologyIds::uuid[] IS NULL OR c.pathology_id = ANY ($pathologyIds))
GROUP BY c.country
HAVING sum(c.cases) > 0
ORDER BY count DESC, c.country`,
  parameters: { ...SCOPE_AND_PERIOD, pathologyIds: nullable(array(uuid())) },
  row: z.object({ country: storedCountry, count: z.number() }),
  plan: 'custom',
});

/** `series` are the indexes of the series to which the pathologies belong; `start` is the first day of a period. */
export const COUNT_BY_PERIOD = statement({
  name: 'count_by_period',
  text: `
SELECT a.series, to_char(date_trunc($kind, c.day::timestamp), 'YYYY-MM-DD') AS start, sum(c.cases)::float8 AS count
FROM unnest($pathologyIds::uuid[], $series::integer[]) AS a (pathology_id, series)
JOIN pathology_daily_count c ON c.pathology_id = a.pathology_id
WHERE ${IN_SCOPE_AND_PERIOD}
GROUP BY 1, 2`,
  parameters: {
    ...SCOPE_AND_PERIOD,
    kind: text<PeriodKind>(),
    pathologyIds: array(uuid()),
    series: array(integer()),
  },
  row: z.object({ series: z.int(), start: z.string(), count: z.number() }),
  plan: 'custom',
});

/**
 * The pathologies of each name key that exists in the scope, and the name of the catalogue, or else the oldest. `position`
 * is the index of the key.
 */
export const FIND_PATHOLOGIES_IN_SCOPE = statement({
  name: 'find_pathologies_in_scope',
  text: `
SELECT
  (searched.position - 1)::integer AS position,
  (array_agg(p.name ORDER BY p.scope = '*' DESC, p.created_at, p.id))[1] AS name,
  array_agg(p.id) AS ids
FROM unnest($keys::text[]) WITH ORDINALITY AS searched (key, position)
JOIN pathology_name n ON n.key = searched.key AND ($scope = '*' OR n.scope IN ('*', $scope))
JOIN pathology p ON p.id = n.pathology_id
GROUP BY searched.position`,
  parameters: { scope: text<CountryScope>(), keys: array(text()) },
  row: z.object({ position: z.int(), name: z.string(), ids: z.array(z.string()) }),
  plan: 'custom',
});

/** The cases of all countries; `key` is that of the pathology's name. */
export const COUNT_BY_COUNTRY_AND_NAME = statement({
  name: 'count_by_country_and_name',
  text: `
SELECT t.country, p.key, sum(t.cases)::float8 AS count
FROM (
  SELECT country, pathology_id, sum(cases) AS cases
  FROM pathology_daily_count
  WHERE day >= $from AND day < $before
  GROUP BY country, pathology_id
) t JOIN pathology p ON p.id = t.pathology_id
GROUP BY t.country, p.key
HAVING sum(t.cases) > 0`,
  parameters: { from: date(), before: date() },
  row: z.object({ country: storedCountry, key: z.string(), count: z.number() }),
  plan: 'custom',
});
