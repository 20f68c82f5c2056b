import { z } from 'zod';
import { isNotErased } from '../../../platform/database/claim.sql';
import { array, json, nullable, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { isInCountries } from '../../../platform/database/distribution.sql';
import { consultationRecord, JOIN_PATHOLOGY_AND_VOID } from '../../../modules/consultations';
import { type CountryCode, storedCountry } from '../../../shared/country';

/** The countries of rows, or null for any. */
const COUNTRIES = nullable(array(text<CountryCode>()));

/** SQL condition: the Encounter of a claim has Conditions, and all are voided, so it may be corrected. */
const isCorrectable = (claim: string): string =>
  `${claim}.encounter_id IN (SELECT encounter_id FROM correctable)`;

/**
 * SQL expression: the digest of a claim that leads to a consultation which was not recorded by FHIR. It tells such a claim
 * from others: an Encounter with the same content takes it over, because the consultation has no other Condition.
 */
const digestForConsultation = (digest: string): string => `sha256(${digest})`;

/**
 * Encounters that were recorded by an address alone, for items that have an identifier, too: the first identifier gets the Encounter
 * of the same content. Locks their claims, so that other content does not take one over meanwhile. Of erased Encounters, the content
 * is not known. Items are JSON of item, external_id, address_id and digest.
 */
export const LOCK_ADDRESSED_ENCOUNTERS = statement({
  name: 'lock_addressed_fhir_encounters',
  text: `
SELECT s.item, c.encounter_id AS id, NOT ${isNotErased('c')} AS "isErased"
FROM jsonb_to_recordset($encounters::jsonb) AS s (item integer, external_id text, address_id text, digest bytea)
JOIN fhir_encounter_claim c ON c.account_id = $accountId AND c.external_id = s.address_id
  AND (c.digest = s.digest OR NOT ${isNotErased('c')})
WHERE NOT EXISTS (SELECT FROM fhir_encounter_claim k WHERE k.account_id = $accountId AND k.external_id = s.external_id)
  AND NOT EXISTS (
    SELECT FROM fhir_encounter_claim k
    WHERE k.country = c.country AND k.encounter_id = c.encounter_id AND k.external_id <> c.external_id
  )
ORDER BY c.external_id
FOR SHARE OF c`,
  parameters: { encounters: json(), accountId: uuid() },
  row: z.object({ item: z.int(), id: z.string(), isErased: z.boolean() }),
});

/**
 * Claims the external ids of Encounters, and records the Encounters that have none or whose claim succeeded. Different
 * content takes over the claim of an Encounter whose Conditions are all voided, unless it is erased. Returns one row for each
 * recorded Encounter, with the Encounter that had its claim before. The claim of an item with an `adopted_id` leads to that
 * Encounter, and nothing is recorded.
 *
 * `ON CONFLICT` also locks the claims that it does not change: a Bundle that adds a Condition to an Encounter and one that
 * takes its claim over wait for each other. In the order of the ids, so that they cannot deadlock. Conditions that another
 * transaction added while this one waited are not seen: `FIND_COUNTED_ENCOUNTERS` has to follow.
 */
export const RECORD_ENCOUNTERS = statement({
  name: 'record_fhir_encounters',
  text: `
WITH sent AS MATERIALIZED (
  SELECT coalesce(adopted_id, uuidv7()) AS id, *
  FROM jsonb_to_recordset($encounters::jsonb) AS s (
    item integer, external_id text, adopted_id uuid, digest bytea, patient_id text, started_at timestamptz, content jsonb
  )
), differing AS MATERIALIZED (
  SELECT DISTINCT c.external_id, c.country, c.encounter_id
  FROM sent s JOIN fhir_encounter_claim c ON c.account_id = $accountId AND c.external_id = s.external_id
  WHERE c.digest <> s.digest AND ${isNotErased('c')}
), correctable AS MATERIALIZED (
  SELECT f.encounter_id
  FROM fhir_condition f
  JOIN differing k ON k.country = f.country AND k.encounter_id = f.encounter_id
  LEFT JOIN consultation_void v ON v.country = f.country AND v.consultation_id = f.consultation_id
  GROUP BY f.country, f.encounter_id
  HAVING bool_and(v.consultation_id IS NOT NULL)
  UNION ALL
  SELECT k.encounter_id
  FROM consultation_void v JOIN differing k ON k.country = v.country AND k.encounter_id = v.consultation_id
), claimed AS (
  INSERT INTO fhir_encounter_claim AS claim (account_id, external_id, digest, country, encounter_id)
  SELECT DISTINCT ON (s.external_id) $accountId::uuid, s.external_id, s.digest, $country::text, s.id
  FROM sent s
  WHERE s.external_id IS NOT NULL
  ORDER BY s.external_id, s.item
  ON CONFLICT (account_id, external_id) DO UPDATE
  SET digest = excluded.digest, country = excluded.country, encounter_id = excluded.encounter_id
  WHERE claim.digest <> excluded.digest AND ${isNotErased('claim')}
    AND (${isCorrectable('claim')} OR claim.digest = ${digestForConsultation('excluded.digest')})
  RETURNING encounter_id
), recorded AS (
  INSERT INTO fhir_encounter (country, id, patient_id, started_at, content, recorded_by)
  SELECT $country, s.id, s.patient_id, s.started_at, s.content, $accountId
  FROM sent s
  LEFT JOIN claimed ON claimed.encounter_id = s.id
  WHERE s.adopted_id IS NULL AND (s.external_id IS NULL OR claimed.encounter_id IS NOT NULL)
  RETURNING id
)
SELECT s.item, s.id,
  CASE WHEN d.encounter_id IS NOT NULL THEN jsonb_build_object('country', d.country, 'id', d.encounter_id) END AS superseded
FROM sent s JOIN recorded USING (id) LEFT JOIN differing d ON d.external_id = s.external_id`,
  parameters: { encounters: json(), accountId: uuid(), country: text<CountryCode>() },
  row: z.object({
    item: z.int(),
    id: z.string(),
    /** The Encounter that had the claim before. */
    superseded: z.object({ country: storedCountry, id: z.string() }).nullable(),
  }),
});

/**
 * Lets the claims of Encounters lead to what replaced these, for the content that was sent. Encounters are JSON of country, id,
 * digest, new_country, new_id and is_from_fhir.
 */
export const MOVE_CLAIMS_OF_ENCOUNTERS = statement({
  name: 'move_claims_of_fhir_encounters',
  text: `
UPDATE fhir_encounter_claim c
SET country = s.new_country, encounter_id = s.new_id,
  digest = CASE WHEN s.is_from_fhir THEN s.digest ELSE ${digestForConsultation('s.digest')} END
FROM jsonb_to_recordset($encounters::jsonb) AS s (
  country text, id uuid, digest bytea, new_country text, new_id uuid, is_from_fhir boolean
)
WHERE c.account_id = $accountId AND c.country = s.country AND c.encounter_id = s.id`,
  parameters: { encounters: json(), accountId: uuid() },
});

/** Those of the Encounters that have a Condition that is not voided. Encounters are JSON of country and id. */
export const FIND_COUNTED_ENCOUNTERS = statement({
  name: 'find_counted_fhir_encounters',
  text: `
SELECT DISTINCT f.encounter_id AS id
FROM jsonb_to_recordset($encounters::jsonb) AS s (country text, id uuid)
JOIN fhir_condition f ON f.country = s.country AND f.encounter_id = s.id
LEFT JOIN consultation_void v ON v.country = f.country AND v.consultation_id = f.consultation_id
WHERE v.consultation_id IS NULL AND f.country = ANY ($countries::text[])`,
  parameters: { encounters: json(), countries: array(text<CountryCode>()) },
  row: z.object({ id: z.string() }),
});

/** Locks the claims of Encounters, so that none is taken over or erased; returns the Encounters that have one. */
export const LOCK_CLAIMS_OF_ENCOUNTERS = statement({
  name: 'lock_claims_of_fhir_encounters',
  text: `
SELECT c.encounter_id AS id
FROM fhir_encounter_claim c
WHERE c.account_id = $accountId AND c.country = ANY ($countries::text[]) AND c.encounter_id = ANY ($ids::uuid[])
  AND ${isNotErased('c')}
ORDER BY c.external_id
FOR SHARE`,
  parameters: { accountId: uuid(), countries: array(text<CountryCode>()), ids: array(uuid()) },
  row: z.object({ id: z.string() }),
});

const ENCOUNTER_COLUMNS = `
  e.country, e.id, e.patient_id AS "patientId", e.content->>'patientSystem' AS "patientSystem",
  e.content->'identifier' AS identifiers, coalesce((e.content->>'hasExternalId')::boolean, false) AS "hasExternalId",
  e.started_at AS "startedAt", e.recorded_at AS "recordedAt"`;

const encounterRow = z.object({
  country: storedCountry,
  id: z.string(),
  patientId: z.string(),
  /** Identifier system of the patient's number. */
  patientSystem: z.string().nullable(),
  identifiers: z.array(z.object({ system: z.string().optional(), value: z.string().optional() })).nullable(),
  /** Whether an external id was claimed for it. */
  hasExternalId: z.boolean(),
  startedAt: z.date(),
  recordedAt: z.date(),
});

export type EncounterRow = z.output<typeof encounterRow>;

/**
 * Returns the stored Encounter of each item, or the consultation that its claim leads to. A separate statement:
 * `RECORD_ENCOUNTERS` does not see what other transactions committed while it waited for their locks.
 *
 * Items are JSON of item, external_id, and the id if `RECORD_ENCOUNTERS` returned one, else null.
 */
export const FIND_ENCOUNTERS_OF_ITEMS = statement({
  name: 'find_fhir_encounters_of_items',
  text: `
WITH identified AS MATERIALIZED (
  SELECT i.item, coalesce(c.country, $country) AS country, coalesce(c.encounter_id, i.id) AS id
  FROM jsonb_to_recordset($items::jsonb) AS i (item integer, id uuid, external_id text)
  LEFT JOIN fhir_encounter_claim c ON i.id IS NULL AND c.account_id = $accountId AND c.external_id = i.external_id
)
SELECT i.item, true AS "isFromFhir", ${ENCOUNTER_COLUMNS}
FROM identified i JOIN fhir_encounter e ON e.country = i.country AND e.id = i.id
WHERE ${isInCountries('e')}
UNION ALL
SELECT i.item, false, c.country, c.id, c.patient_id, NULL, NULL, false, c.consulted_at, c.recorded_at
FROM identified i JOIN consultation c ON c.country = i.country AND c.id = i.id
WHERE ${isInCountries('c')}`,
  parameters: {
    items: json(),
    accountId: uuid(),
    country: text<CountryCode>(),
    countries: COUNTRIES,
  },
  row: encounterRow.extend({ item: z.int(), isFromFhir: z.boolean() }),
});

/** Conditions are JSON of country, consultation_id, encounter_id and content. */
export const RECORD_CONDITIONS = statement({
  name: 'record_fhir_conditions',
  text: `
INSERT INTO fhir_condition (country, consultation_id, encounter_id, content)
SELECT country, consultation_id, encounter_id, content
FROM jsonb_to_recordset($conditions::jsonb) AS s (
  country text, consultation_id uuid, encounter_id uuid, content jsonb
)`,
  parameters: { conditions: json() },
});

export const FIND_OWN_ENCOUNTERS = statement({
  name: 'find_own_fhir_encounters',
  text: `
SELECT ${ENCOUNTER_COLUMNS}
FROM fhir_encounter e
WHERE e.id = ANY ($ids::uuid[]) AND e.recorded_by = $accountId AND ${isInCountries('e')}`,
  parameters: { ids: array(uuid()), accountId: uuid(), countries: COUNTRIES },
  row: encounterRow,
});

/** Consultations are JSON of country and id. */
export const FIND_ENCOUNTERS_OF_CONSULTATIONS = statement({
  name: 'find_fhir_encounters_of_consultations',
  text: `
SELECT f.consultation_id AS "consultationId", ${ENCOUNTER_COLUMNS}
FROM jsonb_to_recordset($consultations::jsonb) AS s (country text, id uuid)
JOIN fhir_condition f ON f.country = s.country AND f.consultation_id = s.id
JOIN fhir_encounter e ON e.country = f.country AND e.id = f.encounter_id
WHERE f.country = ANY ($countries::text[]) AND e.country = ANY ($countries)`,
  parameters: { consultations: json(), countries: array(text<CountryCode>()) },
  row: encounterRow.extend({ consultationId: z.string() }),
});

/**
 * The consultations of Encounters, with their pathologies. An Encounter that was not recorded by FHIR is a consultation. A Condition
 * that was recorded with no identifier at all is unidentified. Encounters are JSON of country and id.
 */
export const FIND_CONSULTATIONS_OF_ENCOUNTERS = statement({
  name: 'find_consultations_of_fhir_encounters',
  text: `
WITH sent AS MATERIALIZED (
  SELECT country, id FROM jsonb_to_recordset($encounters::jsonb) AS s (country text, id uuid)
), found AS MATERIALIZED (
  SELECT f.country, f.encounter_id, f.consultation_id, NOT jsonb_path_exists(f.content, '$.identifier[*].value') AS is_unidentified
  FROM sent s JOIN fhir_condition f ON f.country = s.country AND f.encounter_id = s.id
  WHERE f.country = ANY ($countries::text[])
)
SELECT k.encounter_id AS "encounterId", p.key AS "pathologyKey", c.country, c.id, c.patient_id AS "patientId",
  c.consulted_at AS "consultedAt", c.recorded_at AS "recordedAt", c.external_id AS "externalId", v.voided_at AS "voidedAt",
  k.is_unidentified AS "isUnidentified"
FROM (SELECT * FROM found UNION ALL SELECT country, id, id, false FROM sent) k
JOIN consultation c ON c.country = k.country AND c.id = k.consultation_id
${JOIN_PATHOLOGY_AND_VOID}
WHERE c.country = ANY ($countries)
ORDER BY c.id`,
  parameters: { encounters: json(), countries: array(text<CountryCode>()) },
  row: consultationRecord
    .omit({ pathologyName: true, icd10: true, icd11: true })
    .extend({ encounterId: z.string(), isUnidentified: z.boolean() }),
});

export type ConsultationOfEncounter = z.output<typeof FIND_CONSULTATIONS_OF_ENCOUNTERS.row>;

/** Lets transactions that add a Condition to one of the Encounters wait for each other, whatever led to it. In the order of the ids. */
export const LOCK_ENCOUNTERS = statement({
  name: 'lock_fhir_encounters',
  text: `
SELECT e.id FROM fhir_encounter e
WHERE e.country = $country AND e.id = ANY ($ids::uuid[])
ORDER BY e.id
FOR NO KEY UPDATE`,
  parameters: { country: text<CountryCode>(), ids: array(uuid()) },
  row: z.object({ id: z.string() }),
});

export const DELETE_ENCOUNTERS = statement({
  name: 'delete_fhir_encounters',
  text: 'DELETE FROM fhir_encounter WHERE country = $country AND id = ANY ($ids::uuid[])',
  parameters: { country: text<CountryCode>(), ids: array(uuid()) },
});
