/**
 * Resolves a pathology by its key, records the consultation and counts it: all of it, or nothing where the key is
 * unknown. The country is a parameter of both inserts, so that a distributed database runs it on one shard.
 *
 * $1 key, $2 country, $3 patient, $4 moment, $5 account, $6 slot. One row, or none where the key is unknown.
 */
export const RECORD_CONSULTATION = `
WITH pathology_found AS (
  SELECT p.id, p.name
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
SELECT r.id, r.recorded_at, f.name FROM recorded r, pathology_found f`;

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
