import { z } from 'zod';
import { ACCESS_PARAMETERS, isAccessible } from '../../../platform/database/accessible-records.sql';
import { isInCountries } from '../../../platform/database/distribution.sql';
import { array, nullable, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryCode, storedCountry } from '../../../shared/country';
import { conditionContentSchema, encounterContentSchema } from '../encounters/stored-content.schema';

const COUNTRIES = nullable(array(text<CountryCode>()));

export const FIND_CONDITIONS = statement({
  name: 'find_fhir_conditions',
  text: `
SELECT f.consultation_id AS "consultationId", f.encounter_id AS "encounterId", f.content,
  e.content->>'patientSystem' AS "patientSystem"
FROM fhir_condition f
JOIN fhir_encounter e ON e.country = f.country AND e.id = f.encounter_id
WHERE f.consultation_id = ANY ($consultationIds::uuid[]) AND ${isInCountries('f')}`,
  parameters: { consultationIds: array(uuid()), countries: COUNTRIES },
  row: z.object({
    consultationId: z.string(),
    encounterId: z.string(),
    content: conditionContentSchema,
    /** Identifier system of the patient's number. */
    patientSystem: z.string().nullable(),
  }),
});

export const FIND_ENCOUNTERS = statement({
  name: 'find_fhir_encounters',
  text: `
SELECT e.country, e.id, e.patient_id AS "patientId", e.started_at AS "startedAt", e.recorded_at AS "recordedAt", e.content, ARRAY(
  SELECT f.consultation_id FROM fhir_condition f
  WHERE f.country = e.country AND f.encounter_id = e.id AND ${isInCountries('f')}
  ORDER BY f.consultation_id
) AS conditions
FROM fhir_encounter e
WHERE e.id = ANY ($ids::uuid[]) AND ${isAccessible('e')} AND ${isInCountries('e')}`,
  parameters: { ids: array(uuid()), ...ACCESS_PARAMETERS, countries: COUNTRIES },
  row: z.object({
    country: storedCountry,
    id: z.string(),
    patientId: z.string(),
    startedAt: z.date(),
    recordedAt: z.date(),
    content: encounterContentSchema,
    /** Ids of the consultations, oldest first. */
    conditions: z.array(z.string()),
  }),
});
