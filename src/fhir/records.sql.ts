/** What a consultation `c` is answered with as a Condition. */
const CONDITION = `
  c.id, c.patient_id, c.consulted_at, c.recorded_at, c.external_id, v.voided_at, p.name, p.icd10,
  ARRAY(
    SELECT k.code FROM pathology_code k WHERE k.pathology_id = p.id AND k.classification = 'icd11' ORDER BY k.code
  ) AS icd11,
  f.encounter_id, f.content, e.content AS encounter_content`;

/** $1 ids, $2 the account that recorded them, or null for any. */
export const FIND_CONDITIONS = `
SELECT ${CONDITION}
FROM consultation c
JOIN pathology p ON p.id = c.pathology_id
LEFT JOIN consultation_void v ON v.country = c.country AND v.consultation_id = c.id
LEFT JOIN fhir_condition f ON f.country = c.country AND f.consultation_id = c.id
LEFT JOIN fhir_encounter e ON e.country = f.country AND e.id = f.encounter_id
WHERE c.id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR c.recorded_by = $2::uuid)`;

/**
 * Encounters with their Conditions: those of Bundles, and each consultation that came another way, which is one of its own.
 *
 * $1 ids, $2 the account that recorded them, or null for any. Rows of id, patient_id, started_at, recorded_at, content
 * (null for a consultation that came another way), conditions (their ids, first recorded first), voided_at (null where a
 * Condition counts).
 */
export const FIND_ENCOUNTERS = `
SELECT e.id, e.patient_id, e.started_at, e.recorded_at, e.content, d.conditions, d.voided_at
FROM fhir_encounter e, LATERAL (
  SELECT coalesce(array_agg(f.consultation_id ORDER BY f.consultation_id), '{}') AS conditions,
    CASE WHEN bool_and(v.voided_at IS NOT NULL) THEN max(v.voided_at) END AS voided_at
  FROM fhir_condition f
  LEFT JOIN consultation_void v ON v.country = f.country AND v.consultation_id = f.consultation_id
  WHERE f.country = e.country AND f.encounter_id = e.id
) d
WHERE e.id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR e.recorded_by = $2::uuid)
UNION ALL
SELECT c.id, c.patient_id, c.consulted_at, c.recorded_at, NULL, ARRAY[c.id], v.voided_at
FROM consultation c
LEFT JOIN consultation_void v ON v.country = c.country AND v.consultation_id = c.id
WHERE c.id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR c.recorded_by = $2::uuid)
  AND NOT EXISTS (SELECT FROM fhir_condition f WHERE f.country = c.country AND f.consultation_id = c.id)`;
