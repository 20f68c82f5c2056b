import { array, text, uuid } from '../../platform/database/parameter';
import { statement } from '../../platform/database/statement';
import type { CountryCode } from '../../shared/country';

const RECORDS = { country: text<CountryCode>(), ids: array(uuid()) };
const REPLACED = { ...RECORDS, replacement: text() };

/** Keeps country, pathology, dates and account, which the counts and the audit trail need. */
export const ERASE_CONSULTATIONS = statement({
  name: 'erase_consultations',
  text: `
UPDATE consultation SET patient_id = $replacement, external_id = NULL
WHERE country = $country AND id = ANY ($ids::uuid[])`,
  parameters: REPLACED,
});

/** The reason is a text that may name a patient. */
export const ERASE_VOID_REASONS = statement({
  name: 'erase_void_reasons',
  text: `
UPDATE consultation_void SET reason = 'erased'
WHERE country = $country AND consultation_id = ANY ($ids::uuid[])`,
  parameters: RECORDS,
});

export const ERASE_ENCOUNTERS = statement({
  name: 'erase_fhir_encounters',
  text: `
UPDATE fhir_encounter SET patient_id = $replacement, content = content - 'identifier'
WHERE country = $country AND id = ANY ($ids::uuid[])`,
  parameters: REPLACED,
});

/** Keeps the codes; the text that the sender wrote becomes the name of the pathology. */
export const ERASE_CONDITIONS = statement({
  name: 'erase_fhir_conditions',
  text: `
UPDATE fhir_condition f SET content = jsonb_set(f.content - 'identifier', '{code,text}', to_jsonb(p.name))
FROM consultation c, pathology p
WHERE f.country = $country AND f.consultation_id = ANY ($ids::uuid[])
  AND c.country = f.country AND c.id = f.consultation_id AND p.id = c.pathology_id`,
  parameters: RECORDS,
});

/**
 * Replaces the digests of claims: a patient's number could be guessed from them. The external ids stay, so that a system that
 * sends its records again gets a conflict, and the erased ones do not come back.
 */
export const ERASE_CLAIMED_CONSULTATIONS = statement({
  name: 'erase_claimed_consultations',
  text: `
UPDATE consultation_claim SET digest = sha256(uuid_send(gen_random_uuid()))
WHERE country = $country AND consultation_id = ANY ($ids::uuid[])`,
  parameters: RECORDS,
});

export const ERASE_CLAIMED_ENCOUNTERS = statement({
  name: 'erase_claimed_fhir_encounters',
  text: `
UPDATE fhir_encounter_claim SET digest = sha256(uuid_send(gen_random_uuid()))
WHERE country = $country AND encounter_id = ANY ($ids::uuid[])`,
  parameters: RECORDS,
});

/**
 * Replaces a text, with its quotes in JSON, in the responses that are stored for retries and name one of the records. They are
 * not deleted: a retry would record the patient again.
 */
export const ERASE_STORED_RESPONSES = statement({
  name: 'erase_stored_responses',
  text: `
UPDATE idempotent_answer SET body = replace(body, $quoted, $quotedReplacement)
WHERE strpos(body, $quoted) > 0 AND EXISTS (SELECT FROM unnest($ids::uuid[]) r WHERE strpos(body, r::text) > 0)`,
  parameters: { ids: array(uuid()), quoted: text(), quotedReplacement: text() },
});
