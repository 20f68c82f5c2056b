/**
 * A FROM item of consultations, and its parameters: the first of the statement, so that a statement's own follow them.
 * `relation` has the columns of `ConsultationRow`.
 */
export interface ConsultationLines {
  readonly relation: string;
  readonly values: readonly unknown[];
}

/** The columns of `ConsultationRow`, by name: a relation may have others. */
const COLUMNS = 'line, country, key, name, patient_id, consulted_at, external_id, digest';

/** $1 rows of consultations as JSON. */
export const CONSULTATION_ROWS = `
  jsonb_to_recordset($1::jsonb) AS sent (
    line integer, country text, key text, name text, patient_id text, consulted_at timestamptz,
    external_id text, digest bytea
  )`;

/**
 * Creates a pathology of one country for every name that neither the catalogue nor the country knows, unless somebody
 * has. In the order of the names, so that batches that create the same ones wait for each other and never in a circle.
 */
export function createPathologies({ relation }: ConsultationLines): string {
  return `
WITH created AS (
  INSERT INTO pathology (scope, key, name)
  SELECT DISTINCT ON (l.country, l.key) l.country, l.key, l.name
  FROM (SELECT ${COLUMNS} FROM ${relation}) l
  WHERE NOT EXISTS (SELECT FROM pathology_name n WHERE n.scope = '*' AND n.key = l.key)
    AND NOT EXISTS (SELECT FROM pathology_name n WHERE n.scope = l.country AND n.key = l.key)
  ORDER BY l.country, l.key, l.line
  ON CONFLICT (scope, key) DO NOTHING
  RETURNING id, scope, key
)
INSERT INTO pathology_name (scope, key, pathology_id)
SELECT scope, key, id FROM created`;
}

/**
 * Claims the lines' external ids, and records and counts the lines that have none or whose claim succeeded. A claim whose
 * consultation was voided is taken over by a line of other content, which corrects it. Claims are taken in the order of
 * the ids, counts in the order of country, day and pathology, in every batch alike: batches that overlap wait for each
 * other and never in a circle. Every pathology has to exist.
 *
 * Lines whose claim stands are left out before they are tried: trying would lock each of their claims.
 *
 * The last parameters are the account and the slot. One row: lines (how many there are), recorded; and, where the answer
 * is to name the `ids`, those: line, country and id of each that was recorded.
 */
export function recordConsultations(
  { relation, values }: ConsultationLines,
  answer: 'counts' | 'ids' = 'counts',
): string {
  const account = `$${values.length + 1}::uuid`;
  const slot = `$${values.length + 2}::smallint`;
  return `
WITH consulted AS MATERIALIZED (
  SELECT uuidv7() AS id, ${COLUMNS} FROM ${relation}
), claimed AS (
  INSERT INTO consultation_claim AS claim (account_id, external_id, digest, country, consultation_id)
  SELECT DISTINCT ON (l.external_id) ${account}, l.external_id, l.digest, l.country, l.id
  FROM consulted l
  LEFT JOIN consultation_claim c ON c.account_id = ${account} AND c.external_id = l.external_id
  WHERE l.external_id IS NOT NULL AND (c.external_id IS NULL OR (c.digest <> l.digest AND ${isVoid('c')}))
  ORDER BY l.external_id, l.line
  ON CONFLICT (account_id, external_id) DO UPDATE
  SET digest = excluded.digest, country = excluded.country, consultation_id = excluded.consultation_id
  WHERE claim.digest <> excluded.digest AND ${isVoid('claim')}
  RETURNING consultation_id
), recorded AS (
  INSERT INTO consultation (country, id, pathology_id, patient_id, consulted_at, recorded_by, external_id)
  SELECT c.country, c.id, coalesce(known.pathology_id, own.pathology_id), c.patient_id, c.consulted_at, ${account},
    c.external_id
  FROM consulted c
  LEFT JOIN claimed ON claimed.consultation_id = c.id
  LEFT JOIN pathology_name known ON known.scope = '*' AND known.key = c.key
  LEFT JOIN pathology_name own ON own.scope = c.country AND own.key = c.key
  WHERE c.external_id IS NULL OR claimed.consultation_id IS NOT NULL
  RETURNING country, id, pathology_id, consulted_at
), counted AS (
  INSERT INTO pathology_daily_count AS c (country, day, pathology_id, slot, cases)
  SELECT country, (consulted_at AT TIME ZONE 'UTC')::date, pathology_id, ${slot}, count(*)
  FROM recorded GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (country, day, pathology_id, slot) DO UPDATE SET cases = c.cases + excluded.cases
)
SELECT (SELECT count(*) FROM consulted)::integer AS lines, (SELECT count(*) FROM recorded)::integer AS recorded${
    answer === 'ids'
      ? `,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('line', c.line, 'country', c.country, 'id', c.id)), '[]')
   FROM consulted c JOIN recorded r USING (country, id)) AS ids`
      : ''
  }`;
}

/**
 * Compares the lines with what was claimed. A statement of its own: one sees nothing that others committed while it waited.
 *
 * The last parameter is the account. One row: conflicting (the lines whose external id stands for other content, in
 * order), voided (how many have the content of a consultation that was voided).
 */
export function compareClaims({ relation, values }: ConsultationLines): string {
  return `
SELECT
  coalesce(array_agg(l.line ORDER BY l.line) FILTER (WHERE c.digest <> l.digest), '{}') AS conflicting,
  (count(*) FILTER (WHERE c.digest = l.digest AND ${isVoid('c')}))::integer AS voided
FROM (SELECT ${COLUMNS} FROM ${relation}) l
JOIN consultation_claim c ON c.account_id = $${values.length + 1}::uuid AND c.external_id = l.external_id`;
}

/** Whether the consultation of a claim was voided. */
function isVoid(claim: string): string {
  return `EXISTS (
    SELECT FROM consultation_void v WHERE v.country = ${claim}.country AND v.consultation_id = ${claim}.consultation_id
  )`;
}
