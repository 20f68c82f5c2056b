import { z } from 'zod';
import { array, json, text, timestamp, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import type { CountryCode } from '../../../shared/country';
import { consultationDetails, DETAILS_COLUMNS, JOIN_PATHOLOGY_AND_VOID } from '../consultation-details.sql';
import { addToDailyCounts } from '../counts/count-cases.sql';

/**
 * Records and counts a consultation whose pathology is known; returns no row otherwise. The country is a parameter of both
 * inserts, so that a distributed database runs it on one shard.
 */
export const RECORD_CONSULTATION = statement({
  name: 'record_consultation',
  text: `
WITH p AS (
  SELECT p.id, p.name, p.icd10
  FROM pathology_name n JOIN pathology p ON p.id = n.pathology_id
  WHERE n.key = $key AND n.scope IN ('*', $country)
  ORDER BY n.scope = '*' DESC
  LIMIT 1
), c AS (
  INSERT INTO consultation (country, pathology_id, patient_id, consulted_at, recorded_by)
  SELECT $country, id, $patientId, $consultedAt::timestamptz, $accountId FROM p
  RETURNING *
), counted AS (
  ${addToDailyCounts("SELECT $country, ($consultedAt AT TIME ZONE 'UTC')::date, id, 1 FROM p")}
)
SELECT ${DETAILS_COLUMNS} FROM c, p, (SELECT NULL::timestamptz AS voided_at) v`,
  parameters: {
    key: text(),
    country: text<CountryCode>(),
    patientId: text(),
    consultedAt: timestamp(),
    accountId: uuid(),
  },
  row: consultationDetails,
});

/**
 * Records and counts consultations of several callers; returns no row for those whose pathology is not known.
 */
export const RECORD_CONSULTATION_GROUP = statement({
  name: 'record_consultation_group',
  text: `
WITH sent AS MATERIALIZED (
  SELECT i.*, uuidv7() AS id, p.id AS pathology_id
  FROM unnest($keys::text[], $countries::text[], $patientIds::text[], $consultedAts::timestamptz[], $accountIds::uuid[])
    WITH ORDINALITY AS i (key, country, patient_id, consulted_at, account_id, position)
  CROSS JOIN LATERAL (
    SELECT n.pathology_id AS id FROM pathology_name n
    WHERE n.key = i.key AND n.scope IN ('*', i.country)
    ORDER BY n.scope = '*' DESC
    LIMIT 1
  ) p
), c AS (
  INSERT INTO consultation (country, id, pathology_id, patient_id, consulted_at, recorded_by)
  SELECT country, id, pathology_id, patient_id, consulted_at, account_id FROM sent
  RETURNING *
), counted AS (
  ${addToDailyCounts(`
  SELECT country, (consulted_at AT TIME ZONE 'UTC')::date, pathology_id, count(*)
  FROM sent GROUP BY 1, 2, 3`)}
)
SELECT (sent.position - 1)::integer AS item, ${DETAILS_COLUMNS}
FROM sent JOIN c USING (id) JOIN pathology p ON p.id = sent.pathology_id
CROSS JOIN (SELECT NULL::timestamptz AS voided_at) v`,
  parameters: {
    keys: array(text()),
    countries: array(text<CountryCode>()),
    patientIds: array(text()),
    consultedAts: array(timestamp()),
    accountIds: array(uuid()),
  },
  row: consultationDetails.extend({ item: z.int() }),
});

/** Creates a pathology of one country under its own name, unless a concurrent transaction does. */
export const CREATE_PATHOLOGY = statement({
  name: 'create_pathology',
  text: `
WITH created AS (
  INSERT INTO pathology (scope, key, name) VALUES ($country, $key, $name)
  ON CONFLICT (scope, key) DO NOTHING
  RETURNING id, scope, key
)
INSERT INTO pathology_name (scope, key, pathology_id)
SELECT scope, key, id FROM created`,
  parameters: { country: text<CountryCode>(), key: text(), name: text() },
});

/**
 * The consultation of each item: the recorded one, or the one that has its external id. A separate statement: the one that
 * records does not see what other transactions committed while it waited for their locks.
 *
 * Items have an id if they were recorded. `isSame` tells whether the claim has the same content; null for recorded items.
 */
export const FIND_CONSULTATIONS_OF_ITEMS = statement({
  name: 'find_consultations_of_items',
  text: `
SELECT i.item, ${DETAILS_COLUMNS}, p.key AS "pathologyKey", k.digest = i.digest AS "isSame"
FROM jsonb_to_recordset($items::jsonb) AS i (item integer, country text, id uuid, external_id text, digest bytea)
LEFT JOIN consultation_claim k ON i.id IS NULL AND k.account_id = $accountId AND k.external_id = i.external_id
JOIN consultation c ON c.country = coalesce(k.country, i.country) AND c.id = coalesce(k.consultation_id, i.id)
${JOIN_PATHOLOGY_AND_VOID}`,
  parameters: { items: json(), accountId: uuid() },
  row: consultationDetails.extend({
    item: z.int(),
    pathologyKey: z.string(),
    isSame: z.boolean().nullable(),
  }),
});

export type ConsultationOfItem = z.output<typeof FIND_CONSULTATIONS_OF_ITEMS.row>;
