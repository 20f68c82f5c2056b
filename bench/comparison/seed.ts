/** The 54 states of Africa. */
const COUNTRIES =
  'NG ET EG CD TZ ZA KE UG SD DZ MA AO MZ GH MG CM CI NE ML BF MW ZM TD SO SN ZW SS RW GN BJ BI TN TG SL LY CG LR CF MR ER GM BW NA GA LS GW GQ MU SZ DJ KM CV ST SC'.split(
    ' ',
  );

const COUNTRY_LIST = COUNTRIES.map((code) => `'${code}'`).join(', ');

/** Random numbers that are the same in every run. */
const SEED = 'SELECT setseed(0.42)';

/**
 * Inserts $1 consultations of three years up to the end of 2025, skewed to few diseases and countries. They were recorded an
 * hour after they took place.
 */
export const INSERT_CONSULTATIONS = `
WITH seed AS MATERIALIZED (${SEED}),
country AS (SELECT code, number - 1 AS number FROM unnest(ARRAY[${COUNTRY_LIST}]) WITH ORDINALITY AS c (code, number)),
disease AS (
  SELECT id, row_number() OVER (ORDER BY name <> 'Malaria', name) - 1 AS number, count(*) OVER () AS total
  FROM pathology WHERE scope = '*'
),
drawn AS MATERIALIZED (
  SELECT n, floor(power(random(), 2) * ${COUNTRIES.length}) AS country,
    floor(power(random(), 3) * (SELECT max(total) FROM disease)) AS disease,
    timestamptz '2023-01-01Z' + random() * interval '1050 days' AS consulted_at
  FROM seed, generate_series(1, $1::int) AS n
)
INSERT INTO consultation (country, pathology_id, patient_id, consulted_at, recorded_at, recorded_by)
SELECT country.code, disease.id, 'P-' || n, consulted_at, consulted_at + interval '1 hour', uuidv7()
FROM drawn JOIN country ON country.number = drawn.country JOIN disease ON disease.number = drawn.disease
ORDER BY n`;

export const INSERT_COUNTS = `
INSERT INTO pathology_daily_count (country, day, pathology_id, cases)
SELECT country, (consulted_at AT TIME ZONE 'UTC')::date, pathology_id, count(*)
FROM consultation GROUP BY 1, 2, 3`;

/** The counts of the bare contestant: a table without triggers, where each count has eight slots for concurrent writers. */
export const CREATE_BARE_COUNTS = `
CREATE TABLE bare_daily_count (
  country text NOT NULL,
  day date NOT NULL,
  pathology_id uuid NOT NULL REFERENCES pathology (id),
  slot smallint NOT NULL,
  cases integer NOT NULL,
  PRIMARY KEY (country, day, pathology_id, slot)
)`;

export const INSERT_BARE_COUNTS = `
INSERT INTO bare_daily_count (country, day, pathology_id, slot, cases)
SELECT country, day, pathology_id, 0, cases FROM pathology_daily_count`;

/** Inserts $1 sales of the same three years. */
export const INSERT_SALES = `
WITH seed AS MATERIALIZED (${SEED}),
country AS (SELECT code, number - 1 AS number FROM unnest(ARRAY[${COUNTRY_LIST}]) WITH ORDINALITY AS c (code, number)),
drug AS (
  SELECT id, row_number() OVER (ORDER BY name) - 1 AS number, count(*) OVER () AS total
  FROM medication WHERE scope = '*'
),
drawn AS MATERIALIZED (
  SELECT n, floor(power(random(), 2) * ${COUNTRIES.length}) AS country,
    floor(power(random(), 2) * (SELECT max(total) FROM drug)) AS drug,
    timestamptz '2023-01-01Z' + random() * interval '1050 days' AS sold_at
  FROM seed, generate_series(1, $1::int) AS n
)
INSERT INTO medication_sale (country, medication_id, units, sold_at)
SELECT country.code, drug.id, 1 + n % 40, sold_at
FROM drawn JOIN country ON country.number = drawn.country JOIN drug ON drug.number = drawn.drug
ORDER BY n`;

export const INSERT_UNITS = `
INSERT INTO medication_daily_units (country, day, medication_id, units)
SELECT country, (sold_at AT TIME ZONE 'UTC')::date, medication_id, sum(units)
FROM medication_sale GROUP BY 1, 2, 3`;
