import { z } from 'zod';
import { isErasedNumber } from '../../platform/database/erased-number.sql';
import { array, text, timestamp, uuid } from '../../platform/database/parameter';
import { statement } from '../../platform/database/statement';
import { visibleText } from '../../platform/database/visible-text.sql';
import type { CountryCode } from '../../shared/country';

/**
 * SQL condition: a patient’s number looks like the searched one. Earlier releases stored numbers as they were sent; only one
 * with other characters than ASCII can look like another.
 */
const looksLikeNumber = (column: string) =>
  `(${column} = $patientId OR octet_length(${column}) > char_length(${column}) AND ${visibleText(column)} = $patientId)`;

/** The number is a `toVisibleText`. */
const SUBJECT = { country: text<CountryCode>(), patientId: text() };
const RECORDS = { country: text<CountryCode>(), ids: array(uuid()) };
const RECORDS_OF_PATIENT = { ...RECORDS, patientId: text() };

/** Commands print rows as JSON, which writes dates as ISO 8601 in UTC. */
const content = z.record(z.string(), z.unknown());

/**
 * The ids of all records with a number. One statement, because a second one would see records that were committed in between:
 * an Encounter without its consultations. On Citus, all rows of a country are on one node, which has one snapshot for it.
 */
export const FIND_RECORDS_OF_PATIENT = statement({
  name: 'find_records_of_patient',
  text: `
SELECT c.id FROM consultation c WHERE c.country = $country AND ${looksLikeNumber('c.patient_id')}
UNION ALL
SELECT e.id FROM fhir_encounter e WHERE e.country = $country AND ${looksLikeNumber('e.patient_id')}`,
  parameters: SUBJECT,
  row: z.object({ id: z.string() }),
  plan: 'custom',
});

export const LIST_CONSULTATIONS_OF_PATIENT = statement({
  name: 'list_consultations_of_patient',
  text: `
SELECT c.id, c.patient_id AS "patientId", e.content->>'patientSystem' AS system, p.name AS "pathologyName",
  p.scope <> '*' AS "isOwnName", p.icd10, c.consulted_at AS "consultedAt", c.recorded_at AS "recordedAt",
  c.recorded_by AS "recordedBy", c.external_id AS "externalId", v.voided_at AS "voidedAt", v.voided_by AS "voidedBy", v.reason AS "voidReason"
FROM consultation c
JOIN pathology p ON p.id = c.pathology_id
LEFT JOIN consultation_void v ON v.country = c.country AND v.consultation_id = c.id
LEFT JOIN fhir_condition f ON f.country = c.country AND f.consultation_id = c.id
LEFT JOIN fhir_encounter e ON e.country = f.country AND e.id = f.encounter_id
WHERE c.country = $country AND ${looksLikeNumber('c.patient_id')} AND c.id = ANY ($ids::uuid[])
ORDER BY c.id`,
  parameters: RECORDS_OF_PATIENT,
  row: z.object({
    id: z.string(),
    patientId: z.string(),
    /** Identifier system of the patient's number, if it was sent as FHIR. */
    system: z.string().nullable(),
    pathologyName: z.string(),
    /** Whether the name is not of the catalogue: a text that someone sent. */
    isOwnName: z.boolean(),
    icd10: z.string().nullable(),
    consultedAt: z.date(),
    recordedAt: z.date(),
    recordedBy: z.string(),
    externalId: z.string().nullable(),
    voidedAt: z.date().nullable(),
    voidedBy: z.string().nullable(),
    voidReason: z.string().nullable(),
  }),
  plan: 'custom',
});

export const LIST_ENCOUNTERS_OF_PATIENT = statement({
  name: 'list_fhir_encounters_of_patient',
  text: `
SELECT e.id, e.patient_id AS "patientId", e.content->>'patientSystem' AS system, e.started_at AS "startedAt", e.recorded_at AS "recordedAt",
  e.recorded_by AS "recordedBy", e.content
FROM fhir_encounter e
WHERE e.country = $country AND ${looksLikeNumber('e.patient_id')} AND e.id = ANY ($ids::uuid[])
ORDER BY e.id`,
  parameters: RECORDS_OF_PATIENT,
  row: z.object({
    id: z.string(),
    patientId: z.string(),
    system: z.string().nullable(),
    startedAt: z.date(),
    recordedAt: z.date(),
    recordedBy: z.string(),
    content,
  }),
  plan: 'custom',
});

export const LIST_CONDITIONS_OF_RECORDS = statement({
  name: 'list_fhir_conditions_of_records',
  text: `
SELECT f.consultation_id AS "consultationId", f.encounter_id AS "encounterId", f.content
FROM fhir_condition f
WHERE f.country = $country AND f.consultation_id = ANY ($ids::uuid[])
ORDER BY f.consultation_id`,
  parameters: RECORDS,
  row: z.object({ consultationId: z.string(), encounterId: z.string(), content }),
});

/** Who touched any of the records. Reads the trail of the country: no index has the records, because each event would pay for it. */
export const LIST_EVENTS_OF_RECORDS = statement({
  name: 'list_audit_events_of_records',
  text: `
SELECT e.id, e.at, e.action, e.account_id AS "accountId", e.role, e.address, e.request_id AS "requestId", e.details,
  ARRAY(SELECT r FROM unnest(e.records) r WHERE r = ANY ($ids::uuid[])) AS records
FROM audit_event e
WHERE e.country = $country AND e.records && $ids::uuid[]
ORDER BY e.id`,
  parameters: RECORDS,
  row: z.object({
    id: z.string(),
    at: z.date(),
    action: z.string(),
    accountId: z.string().nullable(),
    role: z.string().nullable(),
    address: z.string().nullable(),
    requestId: z.string().nullable(),
    details: content.nullable(),
    records: z.array(z.string()),
  }),
  plan: 'custom',
});

export const FIND_ACCOUNTS_BY_ID = statement({
  name: 'find_accounts_of_events',
  text: 'SELECT id, name, email FROM account WHERE id = ANY ($ids::uuid[])',
  parameters: { ids: array(uuid()) },
  row: z.object({ id: z.string(), name: z.string(), email: z.string() }),
});

const PORTION = { country: text<CountryCode>(), afterId: uuid(), beforeId: uuid(), before: timestamp() };

/** The next thousand rows of a table that were recorded before a time and whose patient is not erased. Ids begin with their time. */
const listBefore = (table: 'consultation' | 'fhir_encounter') => `
SELECT r.id
FROM ${table} r
WHERE r.country = $country AND r.id > $afterId AND r.id < $beforeId AND r.recorded_at < $before
  AND NOT ${isErasedNumber('r.patient_id')}
ORDER BY r.id
LIMIT 1000`;

export const LIST_CONSULTATIONS_BEFORE = statement({
  name: 'list_consultations_before',
  text: listBefore('consultation'),
  parameters: PORTION,
  row: z.object({ id: z.string() }),
  plan: 'custom',
});

export const LIST_ENCOUNTERS_BEFORE = statement({
  name: 'list_fhir_encounters_before',
  text: listBefore('fhir_encounter'),
  parameters: PORTION,
  row: z.object({ id: z.string() }),
  plan: 'custom',
});
