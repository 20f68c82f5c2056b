/**
 * A consultation by its identifier alone: who recorded it may have moved to another country since. The primary key's
 * index is searched once for each country (a skip scan), so that no other index is written with every record.
 *
 * $1 consultation, $2 the account that recorded it, or null for any. Rows of country, id, reason, voided_at; the last
 * two are null for one that counts.
 */
export const FIND_CONSULTATION = `
SELECT c.country, c.id, v.reason, v.voided_at
FROM consultation c LEFT JOIN consultation_void v ON v.country = c.country AND v.consultation_id = c.id
WHERE c.id = $1::uuid AND ($2::uuid IS NULL OR c.recorded_by = $2::uuid)`;

/**
 * Voids a consultation and takes it out of the counts of the day that it was counted under. Of several at once, the first
 * does; the others wait for it and do nothing. A slot may fall below zero: the count is the sum over the slots.
 *
 * $1 country, $2 consultation, $3 reason, $4 account, $5 slot. One row, or none where it was voided before.
 */
export const VOID_CONSULTATION = `
WITH found AS (
  SELECT pathology_id, (consulted_at AT TIME ZONE 'UTC')::date AS day
  FROM consultation WHERE country = $1 AND id = $2::uuid
), voided AS (
  INSERT INTO consultation_void (country, consultation_id, reason, voided_by)
  SELECT $1, $2::uuid, $3, $4 FROM found
  ON CONFLICT (country, consultation_id) DO NOTHING
  RETURNING reason, voided_at
), counted AS (
  INSERT INTO pathology_daily_count AS c (country, day, pathology_id, slot, cases)
  SELECT $1, f.day, f.pathology_id, $5, -1 FROM found f, voided
  ON CONFLICT (country, day, pathology_id, slot) DO UPDATE SET cases = c.cases - 1
)
SELECT reason, voided_at FROM voided`;
