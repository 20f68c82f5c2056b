import { z } from 'zod';
import { array, bigint, text, timestamp, uuid } from '../../src/platform/database/parameter';
import { statement } from '../../src/platform/database/statement';
import type { CountryCode } from '../../src/shared/country';

/** Pathologies of the records: the most frequent one has about an eighth of them. */
const PATHOLOGIES = 500;
const MEDICATIONS = 200;
export const ACCOUNTS_PER_COUNTRY = 20;

/** A number from 0 to 1 that depends on the row number `n` alone, so that every run draws the same records. */
const draw = (kind: number) => `((hashint8extended(n, ${kind}) & 1099511627775)::float8 / 1099511627776)`;

/** Twenty accounts for each country, in the order of the countries; no row for those that exist. */
export const CREATE_SCALE_ACCOUNTS = statement({
  name: 'create_scale_accounts',
  text: `
WITH created AS (
  INSERT INTO account (issuer, subject, email, name, role, country)
  SELECT 'demo', 'scale-' || country || '-' || n, 'scale@example.org', 'Synthetic data', 'doctor', country
  FROM unnest($countries::text[]) AS c (country), generate_series(1, ${ACCOUNTS_PER_COUNTRY}) AS n
  ON CONFLICT (issuer, subject) DO NOTHING
  RETURNING id, country, subject
)
SELECT id FROM created ORDER BY array_position($countries, country), subject`,
  parameters: { countries: array(text<CountryCode>()) },
  row: z.object({ id: z.string() }),
});

/** Returns the pathologies and medications of the records, most frequent first. */
export const LIST_SCALE_ITEMS = statement({
  name: 'list_scale_items',
  text: `
SELECT
  ARRAY(SELECT id FROM pathology WHERE scope = '*' ORDER BY key <> 'malaria', key LIMIT ${PATHOLOGIES}) AS pathologies,
  ARRAY(SELECT id FROM medication WHERE scope = '*' ORDER BY key LIMIT ${MEDICATIONS}) AS medications`,
  row: z.object({ pathologies: z.array(z.string()), medications: z.array(z.string()) }),
});

const ROWS = {
  first: bigint(),
  last: bigint(),
  now: timestamp(),
  countries: array(text<CountryCode>()),
  accountIds: array(uuid()),
};

/** The rows from `$first` to `$last`, of three years, skewed to few countries and items. */
const drawRows = (items: string) => `
FROM generate_series($first::bigint, $last::bigint) AS n
CROSS JOIN LATERAL (
  SELECT
    1 + floor(cardinality($countries::text[]) * power(${draw(1)}, 2))::integer AS country,
    1 + floor(cardinality($${items}::uuid[]) * power(${draw(2)}, 3))::integer AS item,
    floor(${ACCOUNTS_PER_COUNTRY} * ${draw(5)})::integer AS account,
    $now::timestamptz - interval '2 hours' - ${draw(3)} * interval '1094 days' AS time
) drawn`;

export const INSERT_SCALE_CONSULTATIONS = statement({
  name: 'insert_scale_consultations',
  text: `
INSERT INTO consultation (country, id, pathology_id, patient_id, consulted_at, recorded_at, recorded_by)
SELECT
  ($countries::text[])[country], uuidv7(time + interval '1 hour' - now()), ($pathologyIds::uuid[])[item],
  'SCALE-' || floor(${draw(4)} * $last::bigint / 3)::bigint, time, time + interval '1 hour', ($accountIds::uuid[])[country * ${ACCOUNTS_PER_COUNTRY} - account]
${drawRows('pathologyIds')}`,
  parameters: { ...ROWS, pathologyIds: array(uuid()) },
});

export const INSERT_SCALE_SALES = statement({
  name: 'insert_scale_sales',
  text: `
INSERT INTO medication_sale (country, id, medication_id, units, sold_at, recorded_at, recorded_by)
SELECT
  ($countries::text[])[country], uuidv7(time + interval '1 hour' - now()), ($medicationIds::uuid[])[item],
  1 + floor(${draw(4)} * 40)::integer, time, time + interval '1 hour', ($accountIds::uuid[])[country * ${ACCOUNTS_PER_COUNTRY} - account]
${drawRows('medicationIds')}`,
  parameters: { ...ROWS, medicationIds: array(uuid()) },
});

/** Drops the indexes of consultations, but the primary key: it is faster to build them once. */
export const DROP_INDEXES = statement({
  name: 'drop_consultation_indexes',
  text: `
DO $$
DECLARE found record;
BEGIN
  CREATE TEMPORARY TABLE dropped_index ON COMMIT DROP AS
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index WHERE indrelid = 'consultation'::regclass AND NOT indisprimary;
  FOR found IN SELECT name FROM dropped_index LOOP EXECUTE 'DROP INDEX ' || found.name; END LOOP;
END $$`,
  plan: 'custom',
});

/** Builds the indexes that `DROP_INDEXES` dropped. */
export const BUILD_INDEXES = statement({
  name: 'build_consultation_indexes',
  text: `
DO $$
DECLARE found record;
BEGIN
  SET LOCAL maintenance_work_mem = '512MB';
  FOR found IN SELECT definition FROM dropped_index LOOP EXECUTE found.definition; END LOOP;
END $$`,
  plan: 'custom',
});

/** Adds the consultations of the accounts to the daily counts. */
export const COUNT_SCALE_CONSULTATIONS = statement({
  name: 'count_scale_consultations',
  text: `
INSERT INTO pathology_daily_count AS d (country, day, pathology_id, cases)
SELECT country, (consulted_at AT TIME ZONE 'UTC')::date, pathology_id, count(*)
FROM consultation WHERE recorded_by = ANY ($accountIds::uuid[])
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
ON CONFLICT (country, day, pathology_id) DO UPDATE SET cases = d.cases + excluded.cases`,
  parameters: { accountIds: array(uuid()) },
});

/** Adds the sales of the accounts to the daily units. */
export const COUNT_SCALE_SALES = statement({
  name: 'count_scale_sales',
  text: `
INSERT INTO medication_daily_units AS d (country, day, medication_id, units)
SELECT country, (sold_at AT TIME ZONE 'UTC')::date, medication_id, sum(units)
FROM medication_sale WHERE recorded_by = ANY ($accountIds::uuid[])
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
ON CONFLICT (country, day, medication_id) DO UPDATE SET units = d.units + excluded.units`,
  parameters: { accountIds: array(uuid()) },
});

export const REBUILD_SUMS = statement({
  name: 'rebuild_sums',
  text: `SELECT rebuild_pathology_sums()::text AS pathologies, rebuild_medication_sums()::text AS medications`,
  row: z.object({ pathologies: z.string(), medications: z.string() }),
});

/** Not within a transaction. */
export const ANALYZE_SCALE_DATA = statement({
  name: 'analyze_scale_data',
  text: `
VACUUM (ANALYZE) consultation, medication_sale, pathology_daily_count, medication_daily_units, pathology_sum,
  pathology_total, medication_sum, medication_total`,
  plan: 'custom',
});
