/** Whether an Encounter `claim` has Conditions, and each of them was voided: what it said may then be corrected. */
const IS_VOID = (claim: string): string => `(
  EXISTS (
    SELECT FROM fhir_condition f WHERE f.country = ${claim}.country AND f.encounter_id = ${claim}.encounter_id
  ) AND NOT EXISTS (
    SELECT FROM fhir_condition f
    LEFT JOIN consultation_void v ON v.country = f.country AND v.consultation_id = f.consultation_id
    WHERE f.country = ${claim}.country AND f.encounter_id = ${claim}.encounter_id AND v.consultation_id IS NULL
  )
)`;

/**
 * Claims the external ids of Encounters, and records those that have none or whose claim succeeded; in the order of the
 * ids, so that Bundles that overlap wait for each other and never in a circle. One whose Conditions were all voided gives
 * its claim to one of other content.
 *
 * $1 Encounters as JSON, $2 account, $3 country. Rows of line and id, of those that were recorded.
 */
export const RECORD_ENCOUNTERS = `
WITH sent AS MATERIALIZED (
  SELECT uuidv7() AS id, *
  FROM jsonb_to_recordset($1::jsonb) AS s (
    line integer, external_id text, digest bytea, patient_id text, started_at timestamptz, content jsonb
  )
), claimed AS (
  INSERT INTO fhir_encounter_claim AS claim (account_id, external_id, digest, country, encounter_id)
  SELECT DISTINCT ON (s.external_id) $2::uuid, s.external_id, s.digest, $3, s.id
  FROM sent s
  LEFT JOIN fhir_encounter_claim c ON c.account_id = $2::uuid AND c.external_id = s.external_id
  WHERE s.external_id IS NOT NULL AND (c.external_id IS NULL OR (c.digest <> s.digest AND ${IS_VOID('c')}))
  ORDER BY s.external_id, s.line
  ON CONFLICT (account_id, external_id) DO UPDATE
  SET digest = excluded.digest, country = excluded.country, encounter_id = excluded.encounter_id
  WHERE claim.digest <> excluded.digest AND ${IS_VOID('claim')}
  RETURNING encounter_id
), recorded AS (
  INSERT INTO fhir_encounter (country, id, patient_id, started_at, content, recorded_by)
  SELECT $3, s.id, s.patient_id, s.started_at, s.content, $2::uuid
  FROM sent s
  LEFT JOIN claimed ON claimed.encounter_id = s.id
  WHERE s.external_id IS NULL OR claimed.encounter_id IS NOT NULL
  RETURNING id
)
SELECT s.line, s.id FROM sent s JOIN recorded USING (id)`;

const ENCOUNTER = `
  e.country, e.id, e.patient_id, e.content->>'patientSystem' AS patient_system,
  e.content->'identifier' AS identifiers, e.started_at, e.recorded_at`;

/**
 * The Encounters that were recorded, now or before. A statement of its own: one sees nothing that others committed while
 * it waited.
 *
 * $1 as JSON: line, id of what was recorded now, else null, and external_id; $2 account, $3 country. Rows of line and the
 * Encounter.
 */
export const FIND_ENCOUNTERS_OF_ITEMS = `
SELECT l.line, ${ENCOUNTER}
FROM jsonb_to_recordset($1::jsonb) AS l (line integer, id uuid, external_id text)
LEFT JOIN fhir_encounter_claim k ON l.id IS NULL AND k.account_id = $2::uuid AND k.external_id = l.external_id
JOIN fhir_encounter e ON e.country = coalesce(k.country, $3) AND e.id = coalesce(k.encounter_id, l.id)`;

/** $1 as JSON: country, consultation_id, encounter_id, content. */
export const RECORD_CONDITIONS = `
INSERT INTO fhir_condition (country, consultation_id, encounter_id, content)
SELECT country, consultation_id, encounter_id, content
FROM jsonb_to_recordset($1::jsonb) AS s (country text, consultation_id uuid, encounter_id uuid, content jsonb)`;

/** $1 ids, $2 the account that recorded them. */
export const FIND_OWN_ENCOUNTERS = `
SELECT ${ENCOUNTER} FROM fhir_encounter e WHERE e.id = ANY($1::uuid[]) AND e.recorded_by = $2::uuid`;

/** The Encounters of consultations. $1 as JSON: country and id. Rows of consultation_id and the Encounter. */
export const FIND_ENCOUNTERS_OF_CONSULTATIONS = `
SELECT f.consultation_id, ${ENCOUNTER}
FROM jsonb_to_recordset($1::jsonb) AS s (country text, id uuid)
JOIN fhir_condition f ON f.country = s.country AND f.consultation_id = s.id
JOIN fhir_encounter e ON e.country = f.country AND e.id = f.encounter_id`;

/** Takes back Encounters that were recorded in the same transaction. $1 country, $2 ids, $3 account. */
export const DELETE_ENCOUNTERS = `
WITH claims AS (
  DELETE FROM fhir_encounter_claim
  WHERE account_id = $3::uuid AND country = $1 AND encounter_id = ANY($2::uuid[])
)
DELETE FROM fhir_encounter WHERE country = $1 AND id = ANY($2::uuid[])`;
