import { z } from 'zod';
import { allDailyValues } from '../../../platform/database/daily-sums.sql';
import { statement } from '../../../platform/database/statement';
import { CASES } from './pathology-counts.sql';

/** A day's count or sum that differs from its records. */
export const countDifference = z.object({
  country: z.string(),
  /** In UTC, `YYYY-MM-DD`. */
  day: z.string(),
  /** Name of the pathology or medication. */
  name: z.string().nullable(),
  counted: z.number(),
  recounted: z.number(),
});

/** Every daily count that differs from the number of its consultations that are not voided. */
export const LIST_COUNT_DIFFERENCES = statement({
  name: 'list_count_differences',
  text: `
WITH counted AS MATERIALIZED (
  SELECT country, day, pathology_id, sum(cases) AS cases FROM (${allDailyValues(CASES)}) d GROUP BY 1, 2, 3
), recounted AS MATERIALIZED (
  SELECT c.country, (c.consulted_at AT TIME ZONE 'UTC')::date AS day, c.pathology_id, count(*) AS cases
  FROM consultation c
  WHERE NOT EXISTS (
    SELECT FROM consultation_void v WHERE v.country = c.country AND v.consultation_id = c.id
  )
  GROUP BY 1, 2, 3
)
SELECT
  country, day::text AS day, p.name,
  coalesce(counted.cases, 0)::float8 AS counted,
  coalesce(recounted.cases, 0)::float8 AS recounted
FROM counted FULL JOIN recounted USING (country, day, pathology_id)
LEFT JOIN pathology p ON p.id = pathology_id
WHERE coalesce(counted.cases, 0) <> coalesce(recounted.cases, 0)
ORDER BY country, day, p.name, pathology_id`,
  row: countDifference,
});

/** Every claim and void whose consultation does not exist. */
export const LIST_MISSING_CONSULTATIONS = statement({
  name: 'list_missing_consultations',
  text: `
SELECT country, id, 'claimed' AS what
FROM (
  SELECT country, consultation_id AS id FROM consultation_claim
  EXCEPT
  SELECT country, id FROM consultation
) m
UNION ALL
SELECT country, consultation_id, 'void' FROM consultation_void m
WHERE NOT EXISTS (SELECT FROM consultation c WHERE c.country = m.country AND c.id = m.consultation_id)
ORDER BY what, country, id`,
  row: z.object({ country: z.string(), id: z.string(), what: z.enum(['claimed', 'void']) }),
});

export const COUNT_CONSULTATIONS = statement({
  name: 'count_consultations',
  text: `
SELECT
  (SELECT count(*) FROM consultation)::float8 AS consultations,
  (
    SELECT count(*) FROM consultation_void v JOIN consultation c ON c.country = v.country AND c.id = v.consultation_id
  )::float8 AS voided,
  (SELECT count(*) FROM (SELECT DISTINCT country, day, pathology_id FROM (${allDailyValues(CASES)}) v) d)::float8
    AS "dailyCounts"`,
  row: z.object({ consultations: z.number(), voided: z.number(), dailyCounts: z.number() }),
});
