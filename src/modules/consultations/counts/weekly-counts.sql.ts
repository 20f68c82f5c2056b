import { z } from 'zod';
import { IN_SCOPE_AND_PERIOD, SCOPE_AND_PERIOD } from '../../../platform/database/daily-sums.sql';
import { array, nullable, text } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { storedCountry } from '../../../shared/country';

/** The pathologies of the catalogue that have one of the ICD-10 codes. */
const PATHOLOGIES_OF_CODES = `(ARRAY(SELECT id FROM pathology WHERE scope = '*' AND icd10 = ANY ($codes::text[])))`;

/**
 * Condition for a consultation `c` that was recorded late: at least a week after it took place, when its week was no
 * longer evaluated, and at most ninety days, after which it is history. Must have the same text as the condition of the
 * partial index `consultation_late_idx`; otherwise PostgreSQL does not use the index, which serves only this statement.
 */
const RECORDED_LATE = `c.recorded_at - c.consulted_at BETWEEN interval '7 days' AND interval '90 days'`;

/** The earlier weeks whose cases were recorded late from a day to before another, with all cases of these weeks. */
export const LIST_WEEKS_RECORDED_LATE = statement({
  name: 'list_weeks_recorded_late',
  text: `
WITH late AS (
  SELECT DISTINCT c.country, c.pathology_id, date_trunc('week', c.consulted_at AT TIME ZONE 'UTC')::date AS monday
  FROM consultation c
  WHERE c.pathology_id = ANY ${PATHOLOGIES_OF_CODES}
    AND c.recorded_at >= $from::date::timestamp AT TIME ZONE 'UTC'
    AND c.recorded_at < $before::date::timestamp AT TIME ZONE 'UTC'
    AND ${RECORDED_LATE}
    AND c.consulted_at < $from::date::timestamp AT TIME ZONE 'UTC'
    AND ($scope = '*' OR c.country = $scope)
    AND NOT EXISTS (SELECT FROM consultation_void v WHERE v.country = c.country AND v.consultation_id = c.id)
)
SELECT l.country, p.name AS pathology, p.icd10, to_char(l.monday, 'YYYY-MM-DD') AS monday, d.count
FROM late l
JOIN pathology p ON p.id = l.pathology_id
CROSS JOIN LATERAL (
  SELECT sum(c.cases)::integer AS count
  FROM pathology_daily_count c
  WHERE c.country = l.country AND c.pathology_id = l.pathology_id AND c.day >= l.monday AND c.day < l.monday + 7
) d
WHERE d.count > 0`,
  parameters: { ...SCOPE_AND_PERIOD, codes: array(text()) },
  row: z.object({
    country: storedCountry,
    pathology: z.string(),
    icd10: z.string().nullable(),
    /** First day of the week. */
    monday: z.string(),
    count: z.int(),
  }),
  plan: 'custom',
});

/**
 * One row for each country and pathology, with the weeks that have cases, in no order; week 0 starts at `$from`. Several
 * pathologies of a country can have the same key: the first row has the name to show. Of all pathologies if the codes are
 * null.
 */
export const COUNT_BY_WEEK = statement({
  name: 'count_by_week',
  text: `
SELECT t.country, p.key, p.name, p.icd10, array_agg(t.week) AS weeks, array_agg(t.cases) AS cases
FROM (
  SELECT c.country, c.pathology_id, (c.day - $from) / 7 AS week, sum(c.cases)::integer AS cases
  FROM pathology_daily_count c
  WHERE ${IN_SCOPE_AND_PERIOD} AND ($codes::text[] IS NULL OR c.pathology_id = ANY ${PATHOLOGIES_OF_CODES})
  GROUP BY 1, 2, 3
  HAVING sum(c.cases) > 0
) t JOIN pathology p ON p.id = t.pathology_id
GROUP BY t.country, p.id
ORDER BY p.scope = '*' DESC, p.created_at, p.id`,
  parameters: { ...SCOPE_AND_PERIOD, codes: nullable(array(text())) },
  row: z.object({
    country: storedCountry,
    key: z.string(),
    name: z.string(),
    icd10: z.string().nullable(),
    weeks: z.array(z.int()),
    cases: z.array(z.int()),
  }),
  plan: 'custom',
});
