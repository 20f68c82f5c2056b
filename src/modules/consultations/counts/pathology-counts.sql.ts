import { z } from 'zod';
import {
  CELLS_OF_PERIOD,
  dailySumStatements,
  SCOPE_AND_CELLS,
  valuesByCountry,
  valuesByCountryAndItem,
  valuesByItem,
} from '../../../platform/database/daily-sums.sql';
import { type DailyTable, isNotAdded } from '../../../platform/database/fold.sql';
import { array, bigint, integer, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryCode, type CountryScope, storedCountry } from '../../../shared/country';
import type { PeriodKind } from '../../../shared/period';

/** The daily counts of cases. */
export const CASES: DailyTable = {
  table: 'pathology_daily_count',
  catalogue: 'pathology',
  item: 'pathology_id',
  value: 'cases',
  change: 'pathology_count_change',
  portion: 'pathology_count_portion',
  sum: 'pathology_sum',
  total: 'pathology_total',
  version: 'pathology_count_version',
};

export const DAILY_CASES = dailySumStatements(CASES);

/** One row for each name, most cases first. Where countries use the same name, the oldest spelling is shown. */
export const COUNT_BY_PATHOLOGY = statement({
  name: 'count_by_pathology',
  text: `
SELECT
  p.key,
  (array_agg(p.name ORDER BY p.created_at, p.id))[1] AS name,
  (array_agg(p.icd10 ORDER BY p.created_at, p.id) FILTER (WHERE p.icd10 IS NOT NULL))[1] AS icd10,
  sum(t.cases)::float8 AS count
FROM (
  SELECT v.pathology_id, sum(v.cases) AS cases FROM (${valuesByItem(CASES)}) v GROUP BY v.pathology_id
) t JOIN pathology p ON p.id = t.pathology_id
GROUP BY p.key
HAVING sum(t.cases) > 0
ORDER BY count DESC, name`,
  parameters: SCOPE_AND_CELLS,
  row: z.object({
    /** That of the country's code for a pathology that was created by one, otherwise `nameKey` of the name. */
    key: z.string(),
    name: z.string(),
    /** ICD-10 code, WHO edition of 2019; null if the pathology is not in the catalogue. */
    icd10: z.string().nullable(),
    count: z.number(),
  }),
  connection: 'replica',
});

const countOfCountry = z.object({ country: storedCountry, count: z.number() });

const countByCountry = (values: string) => `
SELECT v.country, sum(v.cases)::float8 AS count
FROM (${values}) v
GROUP BY v.country
HAVING sum(v.cases) > 0
ORDER BY count DESC, v.country`;

/** Most cases first; of all pathologies. */
export const COUNT_BY_COUNTRY = statement({
  name: 'count_by_country',
  text: countByCountry(valuesByCountry(CASES)),
  parameters: SCOPE_AND_CELLS,
  row: countOfCountry,
  connection: 'replica',
});

/** Most cases first; of the given pathologies in all countries. */
export const COUNT_PATHOLOGIES_BY_COUNTRY = statement({
  name: 'count_pathologies_by_country',
  text: countByCountry(valuesByCountryAndItem(CASES, '$pathologyIds::uuid[]')),
  parameters: { ...CELLS_OF_PERIOD, pathologyIds: array(uuid()) },
  row: countOfCountry,
  connection: 'replica',
});

/** At most one row: the cases of the given pathologies in a country. */
export const COUNT_PATHOLOGIES_IN_COUNTRY = statement({
  name: 'count_pathologies_in_country',
  text: countByCountry(`
  SELECT $scope AS country, i.cases FROM (${valuesByItem(CASES, '$pathologyIds::uuid[]')}) i`),
  parameters: { ...SCOPE_AND_CELLS, pathologyIds: array(uuid()) },
  row: countOfCountry,
  connection: 'replica',
});

/**
 * `series` are the indexes of the series to which the pathologies belong; `start` is the first day of a period. The cells are
 * the periods, or the three months of each quarter. A pathology may be in several series.
 */
export const COUNT_BY_PERIOD = statement({
  name: 'count_by_period',
  text: `
SELECT a.series, to_char(date_trunc($kind, v.day::timestamp), 'YYYY-MM-DD') AS start, sum(v.cases)::float8 AS count
FROM (SELECT unnest($pathologyIds::uuid[]) AS pathology_id, unnest($series::integer[]) AS series) AS a
JOIN (${valuesByItem(CASES, 'ARRAY(SELECT DISTINCT unnest($pathologyIds::uuid[]))')}) v ON v.pathology_id = a.pathology_id
GROUP BY 1, 2`,
  parameters: {
    ...SCOPE_AND_CELLS,
    kind: text<PeriodKind>(),
    pathologyIds: array(uuid()),
    series: array(integer()),
  },
  row: z.object({ series: z.int(), start: z.string(), count: z.number() }),
  connection: 'replica',
});

/** As `COUNT_BY_PERIOD`, of one series, for each of the countries. */
export const COUNT_BY_COUNTRY_AND_PERIOD = statement({
  name: 'count_by_country_and_period',
  text: `
SELECT v.country, to_char(date_trunc($kind, v.day::timestamp), 'YYYY-MM-DD') AS start, sum(v.cases)::float8 AS count
FROM (${valuesByCountryAndItem(CASES, '$pathologyIds::uuid[]')}) v
WHERE v.country = ANY ($countries::text[])
GROUP BY 1, 2`,
  parameters: {
    ...CELLS_OF_PERIOD,
    kind: text<PeriodKind>(),
    pathologyIds: array(uuid()),
    countries: array(text<CountryCode>()),
  },
  row: z.object({ country: storedCountry, start: z.string(), count: z.number() }),
  connection: 'replica',
});

/**
 * The pathologies of the scope that have a name which matches all patterns, and those of the catalogue whose key is among the
 * translated ones, with the cases of all years. Most cases first, then
 * the shortest of the names: `malaria` before `cerebral malaria`. Those with the same key are added together, as lists do.
 */
export const SEARCH_PATHOLOGIES = statement({
  name: 'search_pathologies',
  text: `
WITH named AS MATERIALIZED (
  SELECT p.key, min(length(n.key)) AS shortest
  FROM pathology_name n JOIN pathology p ON p.id = n.pathology_id
  WHERE ($scope = '*' OR n.scope IN ('*', $scope))
    AND (n.key LIKE ALL ($patterns::text[]) OR (p.scope = '*' AND p.key = ANY ($translatedKeys::text[])))
  GROUP BY p.key
), found AS MATERIALIZED (
  SELECT p.id, p.key, p.name, p.icd10, p.created_at, n.shortest
  FROM named n JOIN pathology p ON p.key = n.key
  WHERE $scope = '*' OR p.scope IN ('*', $scope)
), counted AS (
  SELECT v.pathology_id, sum(v.cases) AS cases
  FROM (
    SELECT s.pathology_id, s.cases FROM pathology_sum s
    WHERE s.scope = $scope AND s.grain = 'year' AND s.pathology_id = ANY (ARRAY(SELECT id FROM found))
    UNION ALL
    SELECT c.pathology_id, c.cases FROM pathology_count_change c
    WHERE ($scope = '*' OR c.country = $scope) AND c.pathology_id = ANY (ARRAY(SELECT id FROM found))
      AND ${isNotAdded('c', CASES)}
  ) v
  GROUP BY v.pathology_id
)
SELECT
  (array_agg(f.name ORDER BY f.created_at, f.id))[1] AS name,
  (array_agg(f.icd10 ORDER BY f.created_at, f.id) FILTER (WHERE f.icd10 IS NOT NULL))[1] AS icd10,
  coalesce(sum(c.cases), 0)::float8 AS cases
FROM found f LEFT JOIN counted c ON c.pathology_id = f.id
GROUP BY f.key
ORDER BY cases DESC, min(f.shortest), name
LIMIT $limit`,
  parameters: {
    scope: text<CountryScope>(),
    patterns: array(text()),
    translatedKeys: array(text()),
    limit: bigint(),
  },
  row: z.object({ name: z.string(), icd10: z.string().nullable(), cases: z.number() }),
  plan: 'custom',
  connection: 'replica',
});

/**
 * The pathologies of each name that exists in the scope: all with the key of the one that the name means, as lists add them up.
 * That is one of the catalogue, else one with the name's own key, else one with a code, which has the name in some countries only.
 * `position` is the index of the searched key, `key` that of the pathologies found.
 */
export const FIND_PATHOLOGIES_IN_SCOPE = statement({
  name: 'find_pathologies_in_scope',
  text: `
WITH found AS (
  SELECT DISTINCT ON (searched.position) searched.position, p.name, p.key
  FROM unnest($keys::text[]) WITH ORDINALITY AS searched (key, position)
  JOIN pathology_name n ON n.key = searched.key AND ($scope = '*' OR n.scope IN ('*', $scope))
  JOIN pathology p ON p.id = n.pathology_id
  ORDER BY searched.position, p.scope = '*' DESC, p.key = searched.key DESC, p.created_at, p.id
)
SELECT (f.position - 1)::integer AS position, f.name, f.key, array_agg(p.id) AS ids
FROM found f
JOIN pathology_name n ON n.key = f.key AND ($scope = '*' OR n.scope IN ('*', $scope))
JOIN pathology p ON p.id = n.pathology_id AND p.key = f.key
GROUP BY f.position, f.name, f.key`,
  parameters: { scope: text<CountryScope>(), keys: array(text()) },
  row: z.object({ position: z.int(), name: z.string(), key: z.string(), ids: z.array(z.string()) }),
  plan: 'custom',
  connection: 'replica',
});

/** The cases of all countries; `key` is that of the pathology. */
export const COUNT_BY_COUNTRY_AND_NAME = statement({
  name: 'count_by_country_and_name',
  text: `
SELECT t.country, p.key, sum(t.cases)::float8 AS count
FROM (
  SELECT v.country, v.pathology_id, sum(v.cases) AS cases
  FROM (${valuesByCountryAndItem(CASES)}) v
  GROUP BY v.country, v.pathology_id
) t JOIN pathology p ON p.id = t.pathology_id
GROUP BY t.country, p.key
HAVING sum(t.cases) > 0`,
  parameters: CELLS_OF_PERIOD,
  row: z.object({ country: storedCountry, key: z.string(), count: z.number() }),
  connection: 'replica',
});
