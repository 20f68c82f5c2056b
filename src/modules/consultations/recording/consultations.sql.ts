import { WITH_PATHOLOGY_AND_VOID } from '../listing/consultation-records.sql';

/**
 * Resolves a pathology by its key, records the consultation and counts it: all of it, or nothing where the key is
 * unknown. The country is a parameter of both inserts, so that a distributed database runs it on one shard.
 *
 * $1 key, $2 country, $3 patient, $4 moment, $5 account, $6 slot. One row, or none where the key is unknown.
 */
export const RECORD_CONSULTATION = `
WITH pathology_found AS (
  SELECT p.id, p.name, p.icd10
  FROM pathology_name n JOIN pathology p ON p.id = n.pathology_id
  WHERE n.key = $1 AND n.scope IN ('*', $2)
  ORDER BY n.scope = '*' DESC
  LIMIT 1
), recorded AS (
  INSERT INTO consultation (country, pathology_id, patient_id, consulted_at, recorded_by)
  SELECT $2, id, $3, $4::timestamptz, $5 FROM pathology_found
  RETURNING id, recorded_at
), counted AS (
  INSERT INTO pathology_daily_count AS c (country, day, pathology_id, slot, cases)
  SELECT $2, ($4::timestamptz AT TIME ZONE 'UTC')::date, id, $6, 1 FROM pathology_found
  ON CONFLICT (country, day, pathology_id, slot) DO UPDATE SET cases = c.cases + 1
)
SELECT r.id, r.recorded_at, f.name, f.icd10 FROM recorded r, pathology_found f`;

/**
 * Creates a pathology of one country under its own name, unless somebody has just done so.
 *
 * $1 country, $2 key, $3 name as written.
 */
export const CREATE_PATHOLOGY = `
WITH created AS (
  INSERT INTO pathology (scope, key, name) VALUES ($1, $2, $3)
  ON CONFLICT (scope, key) DO NOTHING
  RETURNING id, scope, key
)
INSERT INTO pathology_name (scope, key, pathology_id)
SELECT scope, key, id FROM created`;

/** $1 codes as they are written, `icd10:B50.9`. Rows of sought (the code), id, key, name. */
export const PATHOLOGIES_BY_CODES = `
SELECT w.sought, p.id, p.key, p.name
FROM unnest($1::text[]) AS w(sought)
JOIN pathology_code k ON k.classification = split_part(w.sought, ':', 1) AND k.code = split_part(w.sought, ':', 2)
JOIN pathology p ON p.id = k.pathology_id`;

/** $1 keys of names. Rows of sought (the key), id, key, name. */
export const PATHOLOGIES_BY_KEYS = `
SELECT n.key AS sought, p.id, p.key, p.name
FROM pathology_name n JOIN pathology p ON p.id = n.pathology_id
WHERE n.scope = '*' AND n.key = ANY ($1::text[])`;

/** What is answered of a consultation `c`, its pathology `p` and its void `v`. */
const ANSWERED = `
  c.country, c.id, c.patient_id, p.name AS pathology_name, p.icd10, c.consulted_at, c.recorded_at, c.external_id,
  v.voided_at`;

/**
 * What became of lines: the consultation that was recorded of each, or the one that its external id stands for. A statement
 * of its own, which sees what others committed while the one before it waited for them.
 *
 * $1 lines as JSON: line, country, id of what was recorded, else null; external_id, digest; $2 account. Rows of line, the
 * answered columns, the key of the pathology, and whether the claim is of the same content, null for what was recorded.
 */
export const OUTCOMES_OF_LINES = `
SELECT l.line, ${ANSWERED}, p.key AS pathology_key, k.digest = l.digest AS is_same
FROM jsonb_to_recordset($1::jsonb) AS l (line integer, country text, id uuid, external_id text, digest bytea)
LEFT JOIN consultation_claim k ON l.id IS NULL AND k.account_id = $2::uuid AND k.external_id = l.external_id
JOIN consultation c ON c.country = coalesce(k.country, l.country) AND c.id = coalesce(k.consultation_id, l.id)
${WITH_PATHOLOGY_AND_VOID}`;

/**
 * A page of what an account recorded, last recorded first; identifiers are by time. What every row has to meet is null
 * where the caller does not ask for it.
 *
 * $1 account, $2 patient, $3 and $4 consulted from and before, $5 and $6 recorded from and before, $7 and $8 identifiers
 * from and before, $9 how many; where asked `byExternalId`, $10 that: it stands for the consultation that it was claimed
 * for last, which the claim finds without a look at any other.
 */
export function consultationsOfAccount({ byExternalId }: { byExternalId: boolean }): string {
  return `
SELECT ${ANSWERED}
FROM consultation c
${WITH_PATHOLOGY_AND_VOID}${
    byExternalId
      ? `
JOIN consultation_claim k ON k.account_id = $1::uuid AND k.external_id = $10
  AND k.country = c.country AND k.consultation_id = c.id`
      : ''
  }
WHERE c.recorded_by = $1::uuid
  AND ($2::text IS NULL OR c.patient_id = $2)
  AND ($3::timestamptz IS NULL OR c.consulted_at >= $3)
  AND ($4::timestamptz IS NULL OR c.consulted_at < $4)
  AND ($5::timestamptz IS NULL OR c.recorded_at >= $5)
  AND ($6::timestamptz IS NULL OR c.recorded_at < $6)
  AND ($7::uuid IS NULL OR c.id >= $7)
  AND ($8::uuid IS NULL OR c.id < $8)
ORDER BY c.id DESC
LIMIT $9`;
}
