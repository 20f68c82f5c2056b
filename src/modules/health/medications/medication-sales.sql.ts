import { IN_SCOPE } from '../../../platform/database/daily-sums.sql';

/**
 * A FROM item of sales, and how many parameters it has: the first of the statement, so that a statement's own follow
 * them. `relation` has the columns of `SaleRow`.
 */
export interface SaleLines {
  readonly relation: string;
  readonly values: readonly unknown[];
}

/** The columns of `SaleRow`, by name: a relation may have others. */
const COLUMNS = 'line, country, key, name, atc_code, units, sold_at, external_id, digest';

/** $1 rows of sales as JSON. */
export const SALE_ROWS = `
  jsonb_to_recordset($1::jsonb) AS sent (
    line integer, country text, key text, name text, atc_code text, units integer, sold_at timestamptz,
    external_id text, digest bytea
  )`;

/** The medicine of the catalogue that a code means, where it means one only. */
const CODED = `
coded AS (
  SELECT code, (array_agg(m.id))[1] AS medication_id
  FROM medication m CROSS JOIN unnest(m.atc_codes) AS code
  WHERE m.scope = '*'
  GROUP BY code
  HAVING count(*) = 1
)`;

/**
 * Creates a medication of one country for every line whose name and code the catalogue does not know, unless somebody has.
 * In the order of the names, so that calls that create the same ones wait for each other and never in a circle.
 */
export function createMedications({ relation }: SaleLines): string {
  return `
WITH ${CODED}, created AS (
  INSERT INTO medication (scope, key, name, atc_codes)
  SELECT DISTINCT ON (l.country, l.key) l.country, l.key, l.name, array_remove(ARRAY[l.atc_code], NULL)
  FROM (SELECT ${COLUMNS} FROM ${relation}) l
  WHERE NOT EXISTS (SELECT FROM medication_name n WHERE n.scope = '*' AND n.key = l.key)
    AND NOT EXISTS (SELECT FROM medication_name n WHERE n.scope = l.country AND n.key = l.key)
    AND NOT EXISTS (SELECT FROM coded c WHERE c.code = l.atc_code)
  ORDER BY l.country, l.key, l.line
  ON CONFLICT (scope, key) DO NOTHING
  RETURNING id, scope, key
)
INSERT INTO medication_name (scope, key, medication_id)
SELECT scope, key, id FROM created`;
}

/**
 * Claims the lines' external ids, and records and counts the lines that have none or whose claim succeeded. Claims are
 * taken in the order of the ids, units in the order of country, day and medication, in every call alike: calls that
 * overlap wait for each other and never in a circle. Every medication has to exist.
 *
 * The last parameter is the account. One row: lines (how many there are), recorded.
 */
export function recordSales({ relation, values }: SaleLines): string {
  const account = `$${values.length + 1}::uuid`;
  return `
WITH ${CODED}, sale AS MATERIALIZED (
  SELECT uuidv7() AS id, ${COLUMNS} FROM ${relation}
), claimed AS (
  INSERT INTO medication_sale_claim (account_id, external_id, digest, country, medication_sale_id)
  SELECT DISTINCT ON (external_id) ${account}, external_id, digest, country, id
  FROM sale
  WHERE external_id IS NOT NULL
  ORDER BY external_id, line
  ON CONFLICT (account_id, external_id) DO NOTHING
  RETURNING medication_sale_id
), recorded AS (
  INSERT INTO medication_sale (country, id, medication_id, units, sold_at, recorded_by)
  SELECT
    s.country, s.id, coalesce(known.medication_id, c.medication_id, own.medication_id), s.units, s.sold_at, ${account}
  FROM sale s
  LEFT JOIN claimed ON claimed.medication_sale_id = s.id
  LEFT JOIN medication_name known ON known.scope = '*' AND known.key = s.key
  LEFT JOIN coded c ON c.code = s.atc_code
  LEFT JOIN medication_name own ON own.scope = s.country AND own.key = s.key
  WHERE s.external_id IS NULL OR claimed.medication_sale_id IS NOT NULL
  RETURNING country, medication_id, units, sold_at
), counted AS (
  INSERT INTO medication_daily_units AS d (country, day, medication_id, units)
  SELECT country, (sold_at AT TIME ZONE 'UTC')::date, medication_id, sum(units)
  FROM recorded GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (country, day, medication_id) DO UPDATE SET units = d.units + excluded.units
)
SELECT (SELECT count(*) FROM sale)::integer AS lines, (SELECT count(*) FROM recorded)::integer AS recorded`;
}

/**
 * Compares the lines with what was claimed. A statement of its own: one sees nothing that others committed while it waited.
 *
 * The last parameter is the account. One row: conflicting (the lines whose external id stands for other content, in
 * order).
 */
export function compareClaims({ relation, values }: SaleLines): string {
  return `
SELECT coalesce(array_agg(l.line ORDER BY l.line), '{}') AS conflicting
FROM (SELECT ${COLUMNS} FROM ${relation}) l
JOIN medication_sale_claim c ON c.account_id = $${values.length + 1}::uuid AND c.external_id = l.external_id
WHERE c.digest <> l.digest`;
}

/** $1 scope, $2 first day, $3 the day after the last. Rows of name, atcCode, unitsSold. */
export const TOTALS_BY_MEDICATION = `
SELECT
  (array_agg(m.name ORDER BY m.created_at, m.id))[1] AS name,
  (array_agg(m.atc_codes[1] ORDER BY m.created_at, m.id) FILTER (WHERE m.atc_codes[1] IS NOT NULL))[1] AS "atcCode",
  sum(t.units)::float8 AS "unitsSold"
FROM (
  SELECT medication_id, sum(units) AS units
  FROM medication_daily_units c
  WHERE ${IN_SCOPE} AND day >= $2::date AND day < $3::date
  GROUP BY medication_id
) t JOIN medication m ON m.id = t.medication_id
GROUP BY m.key
ORDER BY "unitsSold" DESC, name`;

/**
 * $1 scope, $2 key. One row of name and ids (every medication that goes by the key in the scope), or none. The catalogue's name is
 * shown where it has one.
 */
export const MEDICATIONS_BY_KEY = `
SELECT (array_agg(m.name ORDER BY m.scope = '*' DESC, m.created_at, m.id))[1] AS name, array_agg(m.id) AS ids
FROM medication_name n JOIN medication m ON m.id = n.medication_id
WHERE n.key = $2 AND ($1 = '*' OR n.scope IN ('*', $1))
HAVING count(*) > 0`;

/**
 * $1 first day, $2 the day after the last. Rows of country, key (of the medication's name), count (units): all that all
 * countries have in a period.
 */
export const UNITS_BY_COUNTRY_AND_MEDICATION = `
SELECT d.country, m.key, sum(d.units)::float8 AS count
FROM medication_daily_units d JOIN medication m ON m.id = d.medication_id
WHERE d.day >= $1::date AND d.day < $2::date
GROUP BY d.country, m.key`;

/** $1 scope, $2 first day, $3 the day after the last, $4 medications. Rows of country, count (units), most first. */
export const UNITS_BY_COUNTRY = `
SELECT c.country, sum(c.units)::float8 AS count
FROM medication_daily_units c
WHERE ${IN_SCOPE} AND c.day >= $2::date AND c.day < $3::date AND c.medication_id = ANY ($4::uuid[])
GROUP BY c.country
ORDER BY count DESC, c.country`;
