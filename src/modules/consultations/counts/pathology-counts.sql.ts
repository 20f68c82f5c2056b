import { IN_SCOPE } from '../../../platform/database/daily-sums.sql';

/** $1 scope, $2 first day, $3 the day after the last. Rows of name, icd10, count. */
export const TOTALS_BY_PATHOLOGY = `
SELECT
  (array_agg(p.name ORDER BY p.created_at, p.id))[1] AS name,
  (array_agg(p.icd10 ORDER BY p.created_at, p.id) FILTER (WHERE p.icd10 IS NOT NULL))[1] AS icd10,
  sum(t.cases)::float8 AS count
FROM (
  SELECT pathology_id, sum(cases) AS cases
  FROM pathology_daily_count c
  WHERE ${IN_SCOPE} AND day >= $2::date AND day < $3::date
  GROUP BY pathology_id
) t JOIN pathology p ON p.id = t.pathology_id
GROUP BY p.key
HAVING sum(t.cases) > 0
ORDER BY count DESC, name`;

/** $1 scope, $2 first day, $3 the day after the last, $4 pathologies, or null for all. Rows of country, count. */
export const COUNTS_BY_COUNTRY = `
SELECT c.country, sum(c.cases)::float8 AS count
FROM pathology_daily_count c
WHERE ${IN_SCOPE} AND c.day >= $2::date AND c.day < $3::date
  AND ($4::uuid[] IS NULL OR c.pathology_id = ANY ($4::uuid[]))
GROUP BY c.country
HAVING sum(c.cases) > 0
ORDER BY count DESC, c.country`;

/**
 * $1 scope, $2 first day, $3 the day after the last, $4 `month` or `week`, $5 pathologies, $6 the line that each of them
 * belongs to. Rows of line, start (the period's first day), count.
 */
export const COUNTS_BY_PERIOD = `
SELECT a.line, to_char(date_trunc($4, c.day::timestamp), 'YYYY-MM-DD') AS start, sum(c.cases)::float8 AS count
FROM unnest($5::uuid[], $6::integer[]) AS a (pathology_id, line)
JOIN pathology_daily_count c ON c.pathology_id = a.pathology_id
WHERE ${IN_SCOPE} AND c.day >= $2::date AND c.day < $3::date
GROUP BY 1, 2`;

/**
 * $1 scope, $2 keys. Rows of position (from 0), name, ids: for each key that anybody uses in the scope, every pathology that
 * goes by it. The catalogue's name is shown where it has one.
 */
export const PATHOLOGIES_BY_KEY = `
SELECT
  (asked.position - 1)::integer AS position,
  (array_agg(p.name ORDER BY p.scope = '*' DESC, p.created_at, p.id))[1] AS name,
  array_agg(p.id) AS ids
FROM unnest($2::text[]) WITH ORDINALITY AS asked (key, position)
JOIN pathology_name n ON n.key = asked.key AND ($1 = '*' OR n.scope IN ('*', $1))
JOIN pathology p ON p.id = n.pathology_id
GROUP BY asked.position`;

/**
 * $1 first day, $2 the day after the last. Rows of country, key (of the pathology's name), count: all that all countries have
 * in a period.
 */
export const COUNTS_BY_COUNTRY_AND_PATHOLOGY = `
SELECT t.country, p.key, sum(t.cases)::float8 AS count
FROM (
  SELECT country, pathology_id, sum(cases) AS cases
  FROM pathology_daily_count
  WHERE day >= $1::date AND day < $2::date
  GROUP BY country, pathology_id
) t JOIN pathology p ON p.id = t.pathology_id
GROUP BY t.country, p.key
HAVING sum(t.cases) > 0`;
