import { z } from 'zod';
import { ACCESS_PARAMETERS, isAccessible } from '../../../platform/database/accessible-records.sql';
import { isInCountries } from '../../../platform/database/distribution.sql';
import { array, json, nullable, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryCode, storedCountry } from '../../../shared/country';
import { JOIN_PATHOLOGY_AND_VOID } from '../consultation-details.sql';

/** A stored consultation with all codes of its pathology. */
export const consultationRecord = z.object({
  country: storedCountry,
  id: z.string(),
  patientId: z.string(),
  consultedAt: z.date(),
  recordedAt: z.date(),
  externalId: z.string().nullable(),
  /** Null if the consultation counts. */
  voidedAt: z.date().nullable(),
  /** Identifies the pathology under all of its names. */
  pathologyKey: z.string(),
  pathologyName: z.string(),
  /** `B54`; null if the pathology is not in the catalogue. */
  icd10: z.string().nullable(),
  /** All ICD-11 codes of the pathology, in order. */
  icd11: z.array(z.string()),
});

export type ConsultationRecord = z.output<typeof consultationRecord>;

const RECORD_COLUMNS = `
  c.country, c.id, c.patient_id AS "patientId", c.consulted_at AS "consultedAt", c.recorded_at AS "recordedAt",
  c.external_id AS "externalId", v.voided_at AS "voidedAt", p.key AS "pathologyKey", p.name AS "pathologyName", p.icd10,
  ARRAY(
    SELECT k.code FROM pathology_code k WHERE k.pathology_id = p.id AND k.classification = 'icd11' ORDER BY k.code
  ) AS icd11`;

export const FIND_RECORDS = statement({
  name: 'find_consultation_records',
  text: `
SELECT ${RECORD_COLUMNS}
FROM consultation c ${JOIN_PATHOLOGY_AND_VOID}
WHERE c.id = ANY ($ids::uuid[]) AND ${isAccessible('c')} AND ${isInCountries('c')}`,
  parameters: {
    ids: array(uuid()),
    ...ACCESS_PARAMETERS,
    countries: nullable(array(text<CountryCode>())),
  },
  row: consultationRecord,
  plan: 'custom',
});

/** The claims of consultations; these are JSON of country and id. */
export const FIND_CLAIMS_OF_RECORDS = statement({
  name: 'find_claims_of_consultations',
  text: `
SELECT k.consultation_id AS id, k.external_id AS "externalId"
FROM jsonb_to_recordset($records::jsonb) AS s (country text, id uuid)
JOIN consultation_claim k ON k.country = s.country AND k.consultation_id = s.id`,
  parameters: { records: json() },
  row: z.object({ id: z.string(), externalId: z.string() }),
});

export const FIND_RECORDS_BY_EXTERNAL_IDS = statement({
  name: 'find_consultation_records_by_external_ids',
  text: `
SELECT k.external_id AS "claimedId", ${RECORD_COLUMNS}
FROM consultation_claim k
JOIN consultation c ON c.country = k.country AND c.id = k.consultation_id ${JOIN_PATHOLOGY_AND_VOID}
WHERE k.account_id = $accountId AND k.external_id = ANY ($externalIds::text[]) AND ${isInCountries('c')}`,
  parameters: {
    externalIds: array(text()),
    accountId: uuid(),
    countries: nullable(array(text<CountryCode>())),
  },
  row: consultationRecord.extend({ claimedId: z.string() }),
});
