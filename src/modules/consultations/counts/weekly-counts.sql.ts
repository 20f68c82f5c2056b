import { IN_SCOPE } from '../../../platform/database/daily-sums.sql';

/**
 * What makes a consultation `c` recorded late: not within a week of it, when it was counted in a week that was still looked at,
 * and not after more than ninety days, when it is history. `consultation_late_idx` has these only, and is used where a
 * statement says it in the same words.
 */
const RECORDED_LATE = `c.recorded_at - c.consulted_at BETWEEN interval '7 days' AND interval '90 days'`;

/**
 * Weeks of which a case was recorded late, in some days that begin after those weeks, and all that they count.
 *
 * $1 one country, or `*`; $2 first day of recording; $3 the day after the last; $4 ICD-10 codes of the catalogue. Rows of
 * country, pathology, icd10, monday, count, without those that were voided.
 */
export const WEEKS_RECORDED_LATE = `
WITH late AS (
  SELECT DISTINCT c.country, c.pathology_id, date_trunc('week', c.consulted_at AT TIME ZONE 'UTC')::date AS monday
  FROM consultation c
  WHERE c.pathology_id = ANY (ARRAY(SELECT id FROM pathology WHERE scope = '*' AND icd10 = ANY ($4::text[])))
    AND c.recorded_at >= $2::date::timestamp AT TIME ZONE 'UTC'
    AND c.recorded_at < $3::date::timestamp AT TIME ZONE 'UTC'
    AND ${RECORDED_LATE}
    AND c.consulted_at < $2::date::timestamp AT TIME ZONE 'UTC'
    AND ${IN_SCOPE}
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
WHERE d.count > 0`;

/**
 * Cases by week of each country and pathology, weeks counted from the first day.
 *
 * $1 one country, or `*`; $2 first day; $3 the day after the last; $4 ICD-10 codes of the catalogue, or null for every pathology.
 * Rows of country, key, name, icd10, weeks, cases: as many weeks as cases, in no order, and only those that have any. A
 * country's rows of one key belong together: the first is what the pathology is called.
 */
export const WEEKLY_COUNTS = `
SELECT t.country, p.key, p.name, p.icd10, array_agg(t.week) AS weeks, array_agg(t.cases) AS cases
FROM (
  SELECT c.country, c.pathology_id, (c.day - $2::date) / 7 AS week, sum(c.cases)::integer AS cases
  FROM pathology_daily_count c
  WHERE ${IN_SCOPE} AND c.day >= $2::date AND c.day < $3::date
    AND ($4::text[] IS NULL
      OR c.pathology_id = ANY (ARRAY(SELECT id FROM pathology WHERE scope = '*' AND icd10 = ANY ($4::text[]))))
  GROUP BY 1, 2, 3
  HAVING sum(c.cases) > 0
) t JOIN pathology p ON p.id = t.pathology_id
GROUP BY t.country, p.id
ORDER BY p.scope = '*' DESC, p.created_at, p.id`;
