/** A consultation `c` with its pathology and its void; `icd11` are all codes of the pathology, in order. */
const RECORD = `
  c.country, c.id, c.patient_id, c.consulted_at, c.recorded_at, c.external_id, v.voided_at, p.name, p.icd10,
  ARRAY(
    SELECT k.code FROM pathology_code k WHERE k.pathology_id = p.id AND k.classification = 'icd11' ORDER BY k.code
  ) AS icd11`;

/** Beside a consultation `c`. */
export const WITH_PATHOLOGY_AND_VOID = `
JOIN pathology p ON p.id = c.pathology_id
LEFT JOIN consultation_void v ON v.country = c.country AND v.consultation_id = c.id`;

/** $1 ids, $2 the account that recorded them, or null for any. */
export const RECORDS_BY_IDS = `
SELECT ${RECORD}
FROM consultation c ${WITH_PATHOLOGY_AND_VOID}
WHERE c.id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR c.recorded_by = $2::uuid)`;

/** What external ids of an account stand for. $1 external ids, $2 account. Rows with the id that was claimed. */
export const RECORDS_BY_EXTERNAL_IDS = `
SELECT k.external_id AS claimed_id, ${RECORD}
FROM consultation_claim k
JOIN consultation c ON c.country = k.country AND c.id = k.consultation_id ${WITH_PATHOLOGY_AND_VOID}
WHERE k.account_id = $2::uuid AND k.external_id = ANY($1::text[])`;
