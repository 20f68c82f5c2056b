import { z } from 'zod';
import { hasOtherContent } from '../../../platform/database/claim.sql';
import { json, nullable, uuid } from '../../../platform/database/parameter';
import { lockOfNewNames, createNames, lockNewNames } from '../../../platform/database/own-names.sql';
import { statement } from '../../../platform/database/statement';
import { storedCountry } from '../../../shared/country';

/** The columns of a batch, which every relation of sales has. */
const COLUMNS = 'item, country, key, name, atc_code, units, sold_at, external_id, digest, earlier_digests';

const COLUMN_TYPES = `country text, key text, name text, atc_code text, units integer, sold_at timestamptz,
  external_id text, digest bytea, earlier_digests bytea[]`;

/** `SaleRow`s as JSON. */
const JSON_ROWS = `jsonb_to_recordset($rows::jsonb) AS sent (item integer, ${COLUMN_TYPES})`;

/** The medication of the catalogue for each code that has only one. */
const CODED = `
coded AS (
  SELECT code, (array_agg(m.id))[1] AS medication_id
  FROM medication m CROSS JOIN unnest(m.atc_codes) AS code
  WHERE m.scope = '*'
  GROUP BY code
  HAVING count(*) = 1
)`;

/** The items whose name and code neither the catalogue nor the country has. */
const newNames = (relation: string) =>
  ({
    table: 'medication',
    items: `
    WITH ${CODED}
    SELECT * FROM (SELECT ${COLUMNS} FROM ${relation}) b
    WHERE NOT EXISTS (SELECT FROM medication_name n WHERE n.scope = '*' AND n.key = b.key)
      AND NOT EXISTS (SELECT FROM medication_name n WHERE n.scope = b.country AND n.key = b.key)
      AND NOT EXISTS (SELECT FROM coded c WHERE c.code = b.atc_code)`,
  }) as const;

/**
 * Creates medications of one country for new names, unless a concurrent transaction does. In the order of the names, so that
 * concurrent batches cannot deadlock.
 */
const createMedications = (relation: string) =>
  createNames(newNames(relation), {
    atc_codes: 'array_remove(ARRAY[atc_code], NULL)',
  });

/**
 * Claims the external ids, and records and counts the items that have none or whose claim succeeded. Items whose medication
 * could not be created are left out. Claims in the order of the ids, so that concurrent batches cannot deadlock.
 */
const recordBatch = (relation: string, result: string, audited = '') => `
WITH ${CODED}, sent AS MATERIALIZED (
  SELECT uuidv7() AS id, ${COLUMNS} FROM ${relation}
), named AS MATERIALIZED (
  SELECT b.*, coalesce(known.medication_id, c.medication_id, own.medication_id) AS medication_id
  FROM sent b
  LEFT JOIN medication_name known ON known.scope = '*' AND known.key = b.key
  LEFT JOIN coded c ON c.code = b.atc_code
  LEFT JOIN medication_name own ON own.scope = b.country AND own.key = b.key
), batch AS MATERIALIZED (
  SELECT * FROM named WHERE medication_id IS NOT NULL
), claimed AS (
  INSERT INTO medication_sale_claim (account_id, external_id, digest, country, medication_sale_id)
  SELECT DISTINCT ON (external_id) $accountId::uuid, external_id, digest, country, id
  FROM batch
  WHERE external_id IS NOT NULL
  ORDER BY external_id, item
  ON CONFLICT (account_id, external_id) DO NOTHING
  RETURNING medication_sale_id
), recorded AS (
  INSERT INTO medication_sale (country, id, medication_id, units, sold_at, recorded_by)
  SELECT b.country, b.id, b.medication_id, b.units, b.sold_at, $accountId
  FROM batch b
  LEFT JOIN claimed ON claimed.medication_sale_id = b.id
  WHERE b.external_id IS NULL OR claimed.medication_sale_id IS NOT NULL
  RETURNING country, id, medication_id, units, sold_at
), counted AS (
  INSERT INTO medication_units_change (country, day, medication_id, units)
  SELECT country, (sold_at AT TIME ZONE 'UTC')::date, medication_id, sum(units) FROM recorded GROUP BY 1, 2, 3
)${audited}
${result}`;

const UNNAMED = `(SELECT coalesce(array_agg(item ORDER BY item), '{}') FROM named WHERE medication_id IS NULL) AS unnamed`;

const COUNTED_RESULT = `SELECT (SELECT count(*) FROM sent)::integer AS items,
  (SELECT count(*) FROM recorded)::integer AS recorded, ${UNNAMED}`;

/** The event of a batch in each country. The operator is in the event of the file. */
const AUDIT_IMPORT = `, audited AS (
  INSERT INTO audit_event (country, action, account_id, records)
  SELECT country, 'import.sales', $accountId, array_agg(id) FROM recorded GROUP BY country
)`;

const recordedBatch = z.object({ items: z.int(), recorded: z.int(), unnamed: z.array(z.int()) });

/**
 * Lists the items whose content differs from that of their claim, in order. A separate statement: the one that records does
 * not see what other transactions committed while it waited for their locks.
 */
const findConflicts = (relation: string) => `
SELECT coalesce(array_agg(b.item ORDER BY b.item), '{}') AS conflicting
FROM (SELECT ${COLUMNS} FROM ${relation}) b
JOIN medication_sale_claim c ON c.account_id = $accountId AND c.external_id = b.external_id
WHERE ${hasOtherContent('c', 'b')}`;

const conflicts = z.object({ conflicting: z.array(z.int()) });

/** The countries for which names of the batch are new. */
export const LOCK_BATCH_MEDICATIONS = statement({
  name: 'lock_batch_medications',
  text: lockNewNames(newNames(JSON_ROWS)),
  parameters: { rows: json(), accountId: nullable(uuid()) },
  row: lockOfNewNames,
});

export const CREATE_BATCH_MEDICATIONS = statement({
  name: 'create_batch_medications',
  text: createMedications(JSON_ROWS),
  parameters: { rows: json() },
});

/** One row for each recorded sale; the id is null for items whose medication could not be created. */
export const RECORD_SALES_BATCH = statement({
  name: 'record_sales_batch',
  text: recordBatch(
    JSON_ROWS,
    `SELECT b.item, b.country, b.id FROM batch b JOIN recorded USING (country, id)
UNION ALL SELECT item, country, NULL FROM named WHERE medication_id IS NULL`,
  ),
  parameters: { rows: json(), accountId: nullable(uuid()) },
  row: z.object({ item: z.int(), country: storedCountry, id: z.string().nullable() }),
});

export const FIND_BATCH_CONFLICTS = statement({
  name: 'find_sales_batch_conflicts',
  text: findConflicts(JSON_ROWS),
  parameters: { rows: json(), accountId: nullable(uuid()) },
  row: conflicts,
});

/** The statements that record a staged batch. */
export type StagedSales = ReturnType<typeof stagedSales>;

/**
 * Declares the statements that record the sales of a temporary table.
 * @param table has the columns of `SaleRow`, except that the item is the number of a `line`
 */
export function stagedSales(table: 'import_batch') {
  const relation = `(SELECT line AS item, * FROM ${table}) AS staged`;
  const temporaryTables = `CREATE TEMPORARY TABLE ${table} (line integer, ${COLUMN_TYPES})`;
  return {
    lockMedications: statement({
      name: `lock_medications_of_${table}`,
      text: lockNewNames(newNames(relation)),
      parameters: { accountId: uuid() },
      row: lockOfNewNames,
      plan: 'custom',
      temporaryTables,
    }),
    createMedications: statement({
      name: `create_medications_of_${table}`,
      text: createMedications(relation),
      // PostgreSQL plans a named statement without parameters only once, even with `force_custom_plan`.
      plan: 'custom',
      temporaryTables,
    }),
    record: statement({
      name: `record_sales_of_${table}`,
      text: recordBatch(relation, COUNTED_RESULT, AUDIT_IMPORT),
      parameters: { accountId: uuid() },
      row: recordedBatch,
      temporaryTables,
    }),
    findConflicts: statement({
      name: `find_conflicts_of_${table}`,
      text: findConflicts(relation),
      parameters: { accountId: uuid() },
      row: conflicts,
      temporaryTables,
    }),
  };
}
