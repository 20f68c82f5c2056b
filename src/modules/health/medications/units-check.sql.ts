/** Rows of country, day, name (of the medication), counted, recounted, in this order: none, where every sum is right. */
export const UNITS_DIFFERENCES = `
WITH recounted AS (
  SELECT country, (sold_at AT TIME ZONE 'UTC')::date AS day, medication_id, sum(units) AS units
  FROM medication_sale GROUP BY 1, 2, 3
)
SELECT
  country, day::text AS day, m.name,
  coalesce(counted.units, 0)::float8 AS counted,
  coalesce(recounted.units, 0)::float8 AS recounted
FROM medication_daily_units counted FULL JOIN recounted USING (country, day, medication_id)
LEFT JOIN medication m ON m.id = medication_id
WHERE coalesce(counted.units, 0) <> coalesce(recounted.units, 0)
ORDER BY country, day, m.name, medication_id`;

/** Rows of country, id (of the sale), what (names it): none, where every claim finds its sale. */
export const MISSING_SALES = `
SELECT country, medication_sale_id AS id, 'claimed' AS what FROM medication_sale_claim m
WHERE NOT EXISTS (SELECT FROM medication_sale s WHERE s.country = m.country AND s.id = m.medication_sale_id)
ORDER BY country, id`;

/** One row: sales, dailySums. */
export const SALES_TOTALS = `
SELECT
  (SELECT count(*) FROM medication_sale)::float8 AS sales,
  (SELECT count(*) FROM medication_daily_units)::float8 AS "dailySums"`;
