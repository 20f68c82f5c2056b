/** $1 ids of consultations. */
export const FIND_CONDITIONS = `
SELECT f.country, f.consultation_id, f.encounter_id, f.content, e.content AS encounter_content
FROM fhir_condition f
JOIN fhir_encounter e ON e.country = f.country AND e.id = f.encounter_id
WHERE f.consultation_id = ANY($1::uuid[])`;

/** $1 ids, $2 the account that recorded them, or null for all. `conditions` are ids of consultations, oldest first. */
export const FIND_ENCOUNTERS_BY_ID = `
SELECT e.id, e.patient_id, e.started_at, e.recorded_at, e.content, ARRAY(
  SELECT f.consultation_id FROM fhir_condition f
  WHERE f.country = e.country AND f.encounter_id = e.id
  ORDER BY f.consultation_id
) AS conditions
FROM fhir_encounter e
WHERE e.id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR e.recorded_by = $2::uuid)`;
