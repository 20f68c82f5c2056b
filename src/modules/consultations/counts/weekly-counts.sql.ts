import { z } from 'zod';
import {
  CELLS_OF_PERIOD,
  SCOPE_AND_CELLS,
  valuesByCountryAndItem,
  valuesByItem,
} from '../../../platform/database/daily-sums.sql';
import { isNotAdded } from '../../../platform/database/fold.sql';
import { array, date, text } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryCode, type CountryScope, storedCountry } from '../../../shared/country';
import { CASES } from './pathology-counts.sql';

/** The pathologies of the catalogue that have one of the ICD-10 codes. */
const PATHOLOGIES_OF_CODES = `ARRAY(SELECT id FROM pathology WHERE scope = '*' AND icd10 = ANY ($codes::text[]))`;

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
WITH late AS MATERIALIZED (
  SELECT DISTINCT c.country, c.pathology_id, date_trunc('week', c.consulted_at AT TIME ZONE 'UTC')::date AS monday
  FROM consultation c
  WHERE c.pathology_id = ANY (${PATHOLOGIES_OF_CODES})
    AND c.recorded_at >= $from::date::timestamp AT TIME ZONE 'UTC'
    AND c.recorded_at < $before::date::timestamp AT TIME ZONE 'UTC'
    AND ${RECORDED_LATE}
    AND c.consulted_at < $from::date::timestamp AT TIME ZONE 'UTC'
    AND ($scope = '*' OR c.country = $scope)
    AND NOT EXISTS (SELECT FROM consultation_void v WHERE v.country = c.country AND v.consultation_id = c.id)
), logged AS MATERIALIZED (
  SELECT c.country, c.pathology_id, date_trunc('week', c.day::timestamp)::date AS monday, sum(c.cases) AS cases
  FROM pathology_count_change c
  WHERE c.pathology_id = ANY (${PATHOLOGIES_OF_CODES}) AND c.day < $from
    AND ($scope = '*' OR c.country = $scope) AND ${isNotAdded('c', CASES)}
  GROUP BY 1, 2, 3
), counted AS (
  SELECT l.*, (coalesce(c.cases, 0) + coalesce((
    SELECT s.cases FROM pathology_sum s
    WHERE s.scope = l.country AND s.grain = 'week' AND s.start = l.monday AND s.pathology_id = l.pathology_id
  ), 0))::integer AS count
  FROM late l LEFT JOIN logged c USING (country, pathology_id, monday)
)
SELECT l.country, p.key AS "pathologyKey", p.name AS pathology, p.icd10, to_char(l.monday, 'YYYY-MM-DD') AS monday, l.count
FROM counted l JOIN pathology p ON p.id = l.pathology_id
WHERE l.count > 0`,
  parameters: { scope: text<CountryScope>(), from: date(), before: date(), codes: array(text()) },
  row: z.object({
    country: storedCountry,
    pathologyKey: z.string(),
    pathology: z.string(),
    icd10: z.string().nullable(),
    /** First day of the week. */
    monday: z.string(),
    count: z.int(),
  }),
  plan: 'custom',
  connection: 'replica',
});

/** The weeks in which a country has cases, by their Mondays in order. A range of the primary key: with cells, PostgreSQL read all totals. */
export const LIST_WEEKS_WITH_CASES = statement({
  name: 'list_weeks_with_cases',
  text: `
SELECT w.country, array_agg(to_char(w.monday, 'YYYY-MM-DD') ORDER BY w.monday) AS mondays
FROM (
  SELECT v.country, date_trunc('week', v.day::timestamp) AS monday
  FROM (
    SELECT t.scope AS country, t.start AS day, t.cases FROM pathology_total t
    WHERE t.grain = 'week' AND t.start >= $from AND t.start < $before
      AND t.scope <> '*' AND ($scope = '*' OR t.scope = $scope)
    UNION ALL
    SELECT c.country, c.day, c.cases FROM pathology_count_change c
    WHERE c.day >= $from AND c.day < $before AND ($scope = '*' OR c.country = $scope) AND ${isNotAdded('c', CASES)}
  ) v
  GROUP BY 1, 2
  HAVING sum(v.cases) > 0
) w
GROUP BY w.country`,
  parameters: { scope: text<CountryScope>(), from: date(), before: date() },
  row: z.object({ country: storedCountry, mondays: z.array(z.string()) }),
  connection: 'replica',
});

/** When the last consultation of a country was recorded: ids are in the order of records. One look-up in the primary key. */
export const FIND_LAST_ARRIVAL = statement({
  name: 'find_last_arrival',
  text: 'SELECT c.recorded_at AS "recordedAt" FROM consultation c WHERE c.country = $country ORDER BY c.id DESC LIMIT 1',
  parameters: { country: text<CountryCode>() },
  row: z.object({ recordedAt: z.date() }),
  connection: 'pipelined',
});

/** @param values a query of country, pathology id, day and cases */
const countByWeek = (values: string) => `
SELECT t.country, p.key, p.name, p.icd10, array_agg(t.week) AS weeks, array_agg(t.cases) AS cases
FROM (
  SELECT v.country, v.pathology_id, (v.day - $from) / 7 AS week, sum(v.cases)::integer AS cases
  FROM (${values}) v
  GROUP BY 1, 2, 3
  HAVING sum(v.cases) > 0
) t JOIN pathology p ON p.id = t.pathology_id
GROUP BY t.country, p.id
ORDER BY p.scope = '*' DESC, p.created_at, p.id`;

const inCountry = (values: string) => `
  SELECT $scope AS country, i.pathology_id, i.day, i.cases FROM (${values}) i`;

/**
 * One row for each country and pathology, with the weeks that have cases, in no order; week 0 starts at `$from`. Several
 * pathologies of a country can have the same key: the first row has the name to show.
 */
const weeksOfPathology = z.object({
  country: storedCountry,
  key: z.string(),
  name: z.string(),
  icd10: z.string().nullable(),
  weeks: z.array(z.int()),
  cases: z.array(z.int()),
});

export type WeeksOfPathology = z.output<typeof weeksOfPathology>;

/** All pathologies of a country. */
export const COUNT_WEEKS_IN_COUNTRY = statement({
  name: 'count_weeks_in_country',
  text: countByWeek(inCountry(valuesByItem(CASES))),
  parameters: SCOPE_AND_CELLS,
  row: weeksOfPathology,
  connection: 'replica',
});

/** The pathologies of the codes in a country. */
export const COUNT_CODED_WEEKS_IN_COUNTRY = statement({
  name: 'count_coded_weeks_in_country',
  text: countByWeek(inCountry(valuesByItem(CASES, PATHOLOGIES_OF_CODES))),
  parameters: { ...SCOPE_AND_CELLS, codes: array(text()) },
  row: weeksOfPathology,
  connection: 'replica',
});

/** The pathologies of the codes in all countries. */
export const COUNT_CODED_WEEKS = statement({
  name: 'count_coded_weeks',
  text: countByWeek(valuesByCountryAndItem(CASES, PATHOLOGIES_OF_CODES)),
  parameters: { ...CELLS_OF_PERIOD, codes: array(text()) },
  row: weeksOfPathology,
  connection: 'replica',
});
