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
  WHERE ($1 = '*' OR c.country = $1) AND c.day >= $2::date AND c.day < $3::date
    AND ($4::text[] IS NULL
      OR c.pathology_id = ANY (ARRAY(SELECT id FROM pathology WHERE scope = '*' AND icd10 = ANY ($4::text[]))))
  GROUP BY 1, 2, 3
  HAVING sum(c.cases) > 0
) t JOIN pathology p ON p.id = t.pathology_id
GROUP BY t.country, p.id
ORDER BY p.scope = '*' DESC, p.created_at, p.id`;
