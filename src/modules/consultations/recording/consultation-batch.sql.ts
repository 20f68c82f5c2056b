import { z } from 'zod';
import { hasOtherContent as hasOtherDigest, isNotErased } from '../../../platform/database/claim.sql';
import { array, json, text, uuid } from '../../../platform/database/parameter';
import { lockOfNewNames, createNames, lockNewNames } from '../../../platform/database/own-names.sql';
import { statement } from '../../../platform/database/statement';
import { CONTENT_ID_PREFIX } from '../../../shared/external-id';
import { addToDailyCounts } from '../counts/count-cases.sql';

/** The columns of a batch, which every relation of consultations has. */
const COLUMNS =
  'item, country, key, name, patient_id, consulted_at, external_id, digest, equal_digests, earlier_digests';

const COLUMN_TYPES = `country text, key text, name text, patient_id text, consulted_at timestamptz,
  external_id text, digest bytea, equal_digests bytea[], earlier_digests bytea[]`;

/** SQL condition: as that of `claim.sql`, and the claim has none of the digests of the same content. NULL without a claim. */
export const hasOtherContent = (claim: string, item: string): string =>
  `(${hasOtherDigest(claim, item)} AND ${claim}.digest <> ALL (${item}.equal_digests))`;

/** `ConsultationRow`s as JSON. */
const JSON_ROWS = `jsonb_to_recordset($rows::jsonb) AS sent (item integer, ${COLUMN_TYPES}, adopted_id uuid)`;

/** The items whose name neither the catalogue nor the country has. */
const newNames = (relation: string) =>
  ({
    table: 'pathology',
    items: `
    SELECT * FROM (SELECT ${COLUMNS} FROM ${relation}) b
    WHERE NOT EXISTS (SELECT FROM pathology_name n WHERE n.scope = '*' AND n.key = b.key)
      AND NOT EXISTS (SELECT FROM pathology_name n WHERE n.scope = b.country AND n.key = b.key)`,
  }) as const;

/**
 * Creates pathologies of one country for new names, unless a concurrent transaction does. In the order of the names, so that
 * concurrent batches cannot deadlock.
 */
const createPathologies = (relation: string) => createNames(newNames(relation));

/**
 * The voids of claims, read before the statement joins them: Citus refuses to join tables of the nodes with those of the
 * coordinator.
 * @param claims a relation with country and consultation_id
 */
const voidsOf = (claims: string) => `
  SELECT v.consultation_id
  FROM consultation_void v
  JOIN ${claims} k ON k.country = v.country AND k.consultation_id = v.consultation_id`;

const isVoided = (claim: string) => `${claim}.consultation_id IN (SELECT consultation_id FROM voided)`;

/**
 * Claims the external ids, and records and counts the items that have none or whose claim succeeded. An item with other
 * content takes over the claim of a voided consultation, unless it is erased. The claim of an item with an `adopted_id` leads
 * to that consultation, and nothing is recorded. Items whose pathology could not be created are left out.
 *
 * Claims in the order of the ids, so that concurrent batches cannot deadlock. Items whose claim cannot succeed are excluded
 * first: an attempt would lock each of their claims.
 */
const recordBatch = (relation: string, result: string, audited = '') => `
WITH sent AS MATERIALIZED (
  SELECT coalesce(adopted_id, uuidv7()) AS id, adopted_id IS NOT NULL AS is_adopted, ${COLUMNS} FROM ${relation}
), named AS MATERIALIZED (
  SELECT b.*, coalesce(known.pathology_id, own.pathology_id) AS pathology_id
  FROM sent b
  LEFT JOIN pathology_name known ON known.scope = '*' AND known.key = b.key
  LEFT JOIN pathology_name own ON own.scope = b.country AND own.key = b.key
), batch AS MATERIALIZED (
  SELECT * FROM named WHERE pathology_id IS NOT NULL
), differing AS MATERIALIZED (
  SELECT c.country, c.consultation_id
  FROM batch b JOIN consultation_claim c ON c.account_id = $accountId AND c.external_id = b.external_id
  WHERE ${hasOtherContent('c', 'b')} AND ${isNotErased('c')}
), voided AS MATERIALIZED (${voidsOf('differing')}
), claimed AS (
  INSERT INTO consultation_claim AS claim (account_id, external_id, digest, country, consultation_id)
  SELECT DISTINCT ON (b.external_id) $accountId::uuid, b.external_id, b.digest, b.country, b.id
  FROM batch b
  LEFT JOIN consultation_claim c ON c.account_id = $accountId AND c.external_id = b.external_id
  WHERE b.external_id IS NOT NULL AND (c.external_id IS NULL OR (${hasOtherContent('c', 'b')} AND ${isVoided('c')}))
  ORDER BY b.external_id, b.item
  ON CONFLICT (account_id, external_id) DO UPDATE
  SET digest = excluded.digest, country = excluded.country, consultation_id = excluded.consultation_id,
    is_by_spelling = excluded.is_by_spelling
  WHERE claim.digest <> excluded.digest AND ${isNotErased('claim')} AND ${isVoided('claim')}
  RETURNING consultation_id
), recorded AS (
  INSERT INTO consultation (country, id, pathology_id, patient_id, consulted_at, recorded_by, external_id)
  SELECT b.country, b.id, b.pathology_id, b.patient_id, b.consulted_at, $accountId, b.external_id
  FROM batch b
  LEFT JOIN claimed ON claimed.consultation_id = b.id
  WHERE NOT b.is_adopted AND (b.external_id IS NULL OR claimed.consultation_id IS NOT NULL)
  RETURNING country, id, pathology_id, consulted_at
), counted AS (
  ${addToDailyCounts(`
  SELECT country, (consulted_at AT TIME ZONE 'UTC')::date, pathology_id, count(*)
  FROM recorded GROUP BY 1, 2, 3`)}
)${audited}
${result}`;

/** The event of a batch in each country. The operator is in the event of the file. */
const AUDIT_IMPORT = `, audited AS (
  INSERT INTO audit_event (country, action, account_id, records)
  SELECT country, 'import.consultations', $accountId, array_agg(id) FROM recorded GROUP BY country
)`;

/** The countries for which names of the batch are new. */
export const LOCK_BATCH_PATHOLOGIES = statement({
  name: 'lock_batch_pathologies',
  text: lockNewNames(newNames(JSON_ROWS)),
  parameters: { rows: json(), accountId: uuid() },
  row: lockOfNewNames,
});

/**
 * `ConsultationRow`s as JSON. The name of a coded pathology is the code, its first word, if the name means another pathology: so two
 * of a country never have one name, and each is found by the name that lists show.
 */
const DISTINCTLY_NAMED_ROWS = `(
  SELECT i.*, CASE WHEN EXISTS (
    SELECT FROM pathology_name n WHERE n.scope IN ('*', i.country) AND n.key = i.name_key
  ) THEN split_part(i.sent_name, ' ', 1) ELSE i.sent_name END AS name
  FROM (
    SELECT sent.item, sent.country, sent.key, sent.name AS sent_name, sent.name_key, sent.patient_id, sent.consulted_at,
      sent.external_id, sent.digest, sent.equal_digests, sent.earlier_digests
    FROM jsonb_to_recordset($rows::jsonb) AS sent (item integer, ${COLUMN_TYPES}, name_key text)
  ) i
) AS sent`;

export const CREATE_BATCH_PATHOLOGIES = statement({
  name: 'create_batch_pathologies',
  text: createPathologies(DISTINCTLY_NAMED_ROWS),
  parameters: { rows: json() },
});

/**
 * Lets pathologies that were created by a code be found by their name, too, unless it already means another one. A country has
 * at most one such name for each code. The countries are locked: no other transaction creates names of them.
 */
export const NAME_CODED_PATHOLOGIES = statement({
  name: 'name_coded_pathologies',
  text: `
WITH named AS MATERIALIZED (
  SELECT DISTINCT ON (p.scope, b.name_key) p.scope, b.name_key, p.id
  FROM jsonb_to_recordset($rows::jsonb) AS b (item integer, country text, key text, name text, name_key text)
  JOIN pathology p ON p.scope = b.country AND p.key = b.key AND p.name = b.name
  WHERE b.name_key <> b.key
    AND NOT EXISTS (SELECT FROM pathology_name n WHERE n.scope IN ('*', b.country) AND n.key = b.name_key)
  ORDER BY p.scope, b.name_key, b.item
)
INSERT INTO pathology_name (scope, key, pathology_id)
SELECT scope, name_key, id FROM named`,
  parameters: { rows: json() },
});

/** One row for each recorded item; the id is null for items whose pathology could not be created. */
export const RECORD_BATCH = statement({
  name: 'record_consultation_batch',
  text: recordBatch(
    JSON_ROWS,
    `SELECT b.item, b.id FROM batch b JOIN recorded USING (country, id)
UNION ALL SELECT item, NULL FROM named WHERE pathology_id IS NULL`,
  ),
  parameters: { rows: json(), accountId: uuid() },
  row: z.object({ item: z.int(), id: z.string().nullable() }),
});

/** The statements that record a staged batch. */
export type StagedConsultations = ReturnType<typeof stagedConsultations>;

/**
 * Declares the statements that record the consultations of a temporary table.
 * @param table has the columns of `ConsultationRow`, except that the item is the number of a `line`
 */
export function stagedConsultations(table: 'import_batch' | 'staged_consultation') {
  const relation = `(SELECT line AS item, NULL::uuid AS adopted_id, * FROM ${table}) AS staged`;
  const temporaryTables = `CREATE TEMPORARY TABLE ${table} (line integer, ${COLUMN_TYPES})`;
  return {
    lockPathologies: statement({
      name: `lock_pathologies_of_${table}`,
      text: lockNewNames(newNames(relation)),
      parameters: { accountId: uuid() },
      row: lockOfNewNames,
      plan: 'custom',
      temporaryTables,
    }),

    createPathologies: statement({
      name: `create_pathologies_of_${table}`,
      text: createPathologies(relation),
      // PostgreSQL plans a named statement without parameters only once, even with `force_custom_plan`.
      plan: 'custom',
      temporaryTables,
    }),

    listContentIds: statement({
      name: `list_content_ids_of_${table}`,
      text: `
SELECT coalesce(external_id, '') AS "externalId" FROM ${table} WHERE starts_with(external_id, '${CONTENT_ID_PREFIX}')`,
      row: z.object({ externalId: z.string() }),
      plan: 'custom',
      temporaryTables,
    }),

    /** Gives lines the ids that their claims have since an erasure. */
    replaceErasedIds: statement({
      name: `replace_erased_ids_of_${table}`,
      text: `
UPDATE ${table} b SET external_id = e.erased_id
FROM unnest($ids::text[], $erasedIds::text[]) AS e (id, erased_id)
JOIN consultation_claim c ON c.account_id = $accountId AND c.external_id = e.erased_id
WHERE b.external_id = e.id`,
      parameters: { ids: array(text()), erasedIds: array(text()), accountId: uuid() },
      temporaryTables,
    }),

    record: statement({
      name: `record_consultations_of_${table}`,
      text: recordBatch(
        relation,
        `SELECT (SELECT count(*) FROM sent)::integer AS items, (SELECT count(*) FROM recorded)::integer AS recorded,
  (SELECT coalesce(array_agg(item ORDER BY item), '{}') FROM named WHERE pathology_id IS NULL) AS unnamed`,
        AUDIT_IMPORT,
      ),
      parameters: { accountId: uuid() },
      row: z.object({ items: z.int(), recorded: z.int(), unnamed: z.array(z.int()) }),
      temporaryTables,
    }),

    /**
     * Compares the content of the items with their claims; that of an erased record counts as the same. A separate
     * statement: `record` does not see what other transactions committed while it waited for their locks.
     */
    compareClaims: statement({
      name: `compare_consultations_of_${table}`,
      text: `
WITH compared AS MATERIALIZED (
  SELECT b.item, NOT (${hasOtherContent('c', 'b')} AND ${isNotErased('c')}) AS is_same, c.country, c.consultation_id
  FROM (SELECT ${COLUMNS} FROM ${relation}) b
  JOIN consultation_claim c ON c.account_id = $accountId AND c.external_id = b.external_id
), voided AS MATERIALIZED (${voidsOf('compared')}
)
SELECT
  coalesce(array_agg(c.item ORDER BY c.item) FILTER (WHERE NOT c.is_same), '{}') AS conflicting,
  (count(*) FILTER (WHERE c.is_same AND ${isVoided('c')}))::integer AS voided
FROM compared c`,
      parameters: { accountId: uuid() },
      row: z.object({ conflicting: z.array(z.int()), voided: z.int() }),
      temporaryTables,
    }),
  };
}
