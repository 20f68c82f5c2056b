import { z } from 'zod';
import { ERASED_ID_PREFIX, ERASED_REASON } from '../../modules/consultations';
import { isErasedNumber } from '../../platform/database/erased-number.sql';
import { array, nullable, text, uuid } from '../../platform/database/parameter';
import { statement } from '../../platform/database/statement';
import type { CountryCode } from '../../shared/country';
import { CONTENT_ID_PREFIX } from '../../shared/external-id';
import { withoutTexts } from './fhir-content.sql';

const RECORDS = { country: text<CountryCode>(), ids: array(uuid()) };
const REPLACED = { ...RECORDS, replacement: text() };

/**
 * Keeps country, pathology, dates and account, which the counts and the audit trail need. A Condition of an
 * Encounter that is erased already gets the number of its Encounter.
 */
export const ERASE_CONSULTATIONS = statement({
  name: 'erase_consultations',
  text: `
UPDATE consultation c SET external_id = NULL, patient_id = coalesce((
  SELECT e.patient_id
  FROM fhir_condition f JOIN fhir_encounter e ON e.country = f.country AND e.id = f.encounter_id
  WHERE f.country = c.country AND f.consultation_id = c.id AND ${isErasedNumber('e.patient_id')}
), $replacement)
WHERE c.country = $country AND c.id = ANY ($ids::uuid[])`,
  parameters: REPLACED,
});

/** The reason is a text that may name a patient. */
export const ERASE_VOID_REASONS = statement({
  name: 'erase_void_reasons',
  text: `
UPDATE consultation_void SET reason = '${ERASED_REASON}'
WHERE country = $country AND consultation_id = ANY ($ids::uuid[])`,
  parameters: RECORDS,
});

/** The consultations of all patients of the country whose void was stored after they were erased. */
export const LIST_LATE_VOIDS = statement({
  name: 'list_late_voids',
  text: `
SELECT v.consultation_id AS id
FROM consultation_void v
JOIN consultation c ON c.country = v.country AND c.id = v.consultation_id
WHERE v.country = $country AND v.reason <> '${ERASED_REASON}' AND ${isErasedNumber('c.patient_id')}`,
  parameters: { country: text<CountryCode>() },
  row: z.object({ id: z.string() }),
});

export const ERASE_ENCOUNTERS = statement({
  name: 'erase_fhir_encounters',
  text: `
UPDATE fhir_encounter SET patient_id = $replacement, content = ${withoutTexts.encounter('content')}
WHERE country = $country AND id = ANY ($ids::uuid[])`,
  parameters: REPLACED,
});

export const ERASE_CONDITIONS = statement({
  name: 'erase_fhir_conditions',
  text: `
UPDATE fhir_condition SET content = ${withoutTexts.condition('content')}
WHERE country = $country AND consultation_id = ANY ($ids::uuid[])`,
  parameters: RECORDS,
});

/**
 * Empties the digests of claims: a patient's number could be guessed from them. The claims stay, so that a system that sends
 * its records again does not bring the erased ones back; an empty digest says that no other content may take them over.
 */
export const ERASE_CLAIMED_CONSULTATIONS = statement({
  name: 'erase_claimed_consultations',
  text: `
UPDATE consultation_claim SET digest = ''
WHERE country = $country AND consultation_id = ANY ($ids::uuid[])`,
  parameters: RECORDS,
});

/** Locks the claims of Encounters in the order in which Bundles lock them, so that they cannot deadlock. */
export const LOCK_CLAIMED_ENCOUNTERS = statement({
  name: 'lock_claimed_fhir_encounters',
  text: `
SELECT external_id AS "externalId" FROM fhir_encounter_claim
WHERE country = $country AND encounter_id = ANY ($ids::uuid[])
ORDER BY account_id, external_id
FOR NO KEY UPDATE`,
  parameters: RECORDS,
  row: z.object({ externalId: z.string() }),
});

export const ERASE_CLAIMED_ENCOUNTERS = statement({
  name: 'erase_claimed_fhir_encounters',
  text: `
UPDATE fhir_encounter_claim SET digest = ''
WHERE country = $country AND encounter_id = ANY ($ids::uuid[])`,
  parameters: RECORDS,
});

/** Claims of imported lines that have no id of their own: their ids are hashes of the content, with the patient's number. */
export const LIST_CONTENT_CLAIMS = statement({
  name: 'list_content_claims_of_records',
  text: `
WITH claims AS MATERIALIZED (
  SELECT account_id, external_id FROM consultation_claim
  WHERE country = $country AND consultation_id = ANY ($ids::uuid[])
    AND starts_with(external_id, '${CONTENT_ID_PREFIX}') AND NOT starts_with(external_id, '${ERASED_ID_PREFIX}')
)
SELECT k.account_id AS "accountId", k.external_id AS "externalId"
FROM claims k JOIN account a ON a.id = k.account_id
WHERE a.issuer = 'import'
ORDER BY k.account_id, k.external_id`,
  parameters: RECORDS,
  row: z.object({ accountId: z.string(), externalId: z.string() }),
});

export const REPLACE_CLAIMED_IDS = statement({
  name: 'replace_claimed_ids',
  text: `
UPDATE consultation_claim c SET external_id = e.erased_id
FROM unnest($externalIds::text[], $erasedIds::text[]) AS e (id, erased_id)
WHERE c.account_id = $accountId AND c.external_id = e.id`,
  parameters: { accountId: uuid(), externalIds: array(text()), erasedIds: array(text()) },
});

const RESPONSE_KEY = { accountId: uuid(), path: text(), key: text() };

/** The responses that are stored for retries and have the id of one of the records, or a string that is the number. */
export const LOCK_RESPONSES = statement({
  name: 'lock_stored_responses_of_patient',
  text: `
SELECT account_id AS "accountId", path, key, coalesce(body, '') AS body FROM idempotent_answer
WHERE EXISTS (SELECT FROM unnest($ids::uuid[]) r WHERE strpos(body, r::text) > 0) OR strpos(body, $number) > 0
ORDER BY account_id, path, key
FOR UPDATE`,
  /** The number is JSON, with its quotes. */
  parameters: { ids: array(uuid()), number: nullable(text()) },
  row: z.object({ accountId: z.string(), path: z.string(), key: z.string(), body: z.string() }),
});

/** Those of the records that are erased, with the numbers that they have now. */
export const FIND_ERASED_RECORDS = statement({
  name: 'find_erased_records',
  text: `
SELECT id, patient_id AS "patientId" FROM consultation c
WHERE country = $country AND id = ANY ($ids::uuid[]) AND ${isErasedNumber('patient_id')}
UNION ALL
SELECT id, patient_id FROM fhir_encounter e
WHERE country = $country AND id = ANY ($ids::uuid[]) AND ${isErasedNumber('patient_id')}`,
  parameters: RECORDS,
  row: z.object({ id: z.string(), patientId: z.string() }),
});

/** The row stays: without it, a retry would record the patient again. */
export const REPLACE_RESPONSE = statement({
  name: 'replace_stored_response',
  text: `
UPDATE idempotent_answer SET body = $body
WHERE account_id = $accountId AND path = $path AND key = $key`,
  parameters: { ...RESPONSE_KEY, body: text() },
});

/** The records of a country whose retention has ended, and whose ids are in responses that are stored for retries. */
export const LIST_ERASED_RECORDS_IN_RESPONSES = statement({
  name: 'list_erased_records_in_responses',
  text: `
WITH named AS MATERIALIZED (
  SELECT DISTINCT m[1]::uuid AS id
  FROM idempotent_answer a
  CROSS JOIN regexp_matches(a.body, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') m
  WHERE m[1]::uuid < $beforeId
)
SELECT c.id FROM consultation c JOIN named USING (id) WHERE c.country = $country AND c.patient_id = $replacement
UNION ALL
SELECT e.id FROM fhir_encounter e JOIN named USING (id) WHERE e.country = $country AND e.patient_id = $replacement`,
  parameters: { country: text<CountryCode>(), beforeId: uuid(), replacement: text() },
  row: z.object({ id: z.string() }),
});
