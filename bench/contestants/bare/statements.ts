import type { QueryConfig } from 'pg';

/**
 * The SQL of the bare contestant: what the platform ran when the benchmark was written. It is a copy, because a baseline
 * that changes with the code measures nothing. So are the daily counts, in a table of their own.
 */

/** A statement that PostgreSQL parses once for each connection. Without a name, it plans each execution. */
export interface BareStatement {
  readonly name?: string;
  readonly text: string;
}

export function withValues(statement: BareStatement, values: unknown[]): QueryConfig {
  return { ...statement, values };
}

/** The session with its account: one round trip for access and for `auth.me`. */
export const FIND_SESSION: BareStatement = {
  name: 'find_session',
  text: `
SELECT s.account_id AS id, a.email, a.name, a.role, a.country,
  extract(epoch FROM now() - s.last_seen_at)::float8 AS "idleSeconds"
FROM session s JOIN account a ON a.id = s.account_id
WHERE s.token_hash = $1 AND s.expires_at > now()
  AND s.last_seen_at > now() - make_interval(secs => $2)`,
};

export const RENEW_SESSION: BareStatement = {
  name: 'renew_session',
  text: 'UPDATE session SET last_seen_at = now() WHERE token_hash = $1',
};

export const LIST_SPECIALTIES: BareStatement = {
  name: 'list_specialties',
  text: 'SELECT id, name, description FROM specialty ORDER BY name',
};

/** Parameters: name key, country, patient id, time of the consultation, account id, slot of the count. */
export const RECORD_CONSULTATION: BareStatement = {
  name: 'record_consultation',
  text: `
WITH p AS (
  SELECT p.id, p.name, p.icd10
  FROM pathology_name n JOIN pathology p ON p.id = n.pathology_id
  WHERE n.key = $1 AND n.scope IN ('*', $2)
  ORDER BY n.scope = '*' DESC
  LIMIT 1
), c AS (
  INSERT INTO consultation (country, pathology_id, patient_id, consulted_at, recorded_by)
  SELECT $2, id, $3, $4::timestamptz, $5::uuid FROM p
  RETURNING *
), counted AS (
  INSERT INTO bare_daily_count AS c (country, day, pathology_id, slot, cases)
  SELECT $2, ($4 AT TIME ZONE 'UTC')::date, id, $6, 1 FROM p
  ON CONFLICT (country, day, pathology_id, slot) DO UPDATE SET cases = c.cases + excluded.cases
)
SELECT c.country, c.id, c.patient_id AS "patientId", p.name AS "pathologyName", 'icd10:' || p.icd10 AS "pathologyCode",
  c.consulted_at AS "consultationDate", c.recorded_at AS "recordedAt", c.external_id AS "externalId"
FROM c, p`,
};

/** Parameters: scope, first day, day after the last. */
export const COUNT_BY_PATHOLOGY: BareStatement = {
  text: `
SELECT (array_agg(p.name ORDER BY p.created_at, p.id))[1] AS name, sum(t.cases)::float8 AS count
FROM (
  SELECT c.pathology_id, sum(c.cases) AS cases
  FROM bare_daily_count c
  WHERE ($1 = '*' OR c.country = $1) AND c.day >= $2 AND c.day < $3
  GROUP BY c.pathology_id
) t JOIN pathology p ON p.id = t.pathology_id
GROUP BY p.key
HAVING sum(t.cases) > 0
ORDER BY count DESC, name`,
};

/** Parameters: scope, first day, day after the last. */
export const SUM_UNITS_BY_MEDICATION: BareStatement = {
  text: `
SELECT (array_agg(m.name ORDER BY m.created_at, m.id))[1] AS name, sum(t.units)::float8 AS "unitsSold"
FROM (
  SELECT c.medication_id, sum(c.units) AS units
  FROM medication_daily_units c
  WHERE ($1 = '*' OR c.country = $1) AND c.day >= $2 AND c.day < $3
  GROUP BY c.medication_id
) t JOIN medication m ON m.id = t.medication_id
GROUP BY m.key
ORDER BY "unitsSold" DESC, name`,
};

/** Parameters: conversation id, question id, question, reply id, reply, source, model. */
export const STORE_CHAT: BareStatement = {
  name: 'store_chat',
  text: `
WITH conversation AS (
  INSERT INTO conversation (id, account_id) VALUES ($1::uuid, NULL) RETURNING id
)
INSERT INTO message (conversation_id, id, role, content, state, urgency, language, source, model)
SELECT conversation.id, new.id, new.role, new.content, 'completed', new.urgency, new.language, new.source, new.model
FROM conversation, (VALUES
  (1, $2::uuid, 'user', $3::text, NULL, NULL, NULL, NULL),
  (2, $4::uuid, 'assistant', $5::text, 'none', 'en', $6::text, $7::text)
) AS new (number, id, role, content, urgency, language, source, model)
ORDER BY new.number`,
};
