/**
 * Takes a key for as long as the transaction lasts, or says at once that another one has it: nobody waits with a connection
 * in hand. $1 account, $2 path, $3 key.
 */
export const TAKE_KEY = `
SELECT pg_try_advisory_xact_lock(hashtextextended($1::uuid::text || ' ' || $2 || ' ' || $3, 0)) AS taken`;

/**
 * What a key stands for. $1 account, $2 path, $3 key, $4 fingerprint. One row, or none where nothing was called under it,
 * or too long ago; the body is null while a call still runs.
 */
export const FIND_ANSWER = `
SELECT body, fingerprint = $4::bytea AS same
FROM idempotent_answer
WHERE account_id = $1::uuid AND path = $2 AND key = $3 AND expires_at > now()`;

/** Some that have expired, but for the one that a statement is about to write. */
const REMOVE_EXPIRED = `
  DELETE FROM idempotent_answer WHERE (account_id, path, key) IN (
    SELECT account_id, path, key FROM idempotent_answer
    WHERE expires_at <= now() AND (account_id, path, key) <> ($1::uuid, $2, $3)
    ORDER BY expires_at
    LIMIT 4
    FOR UPDATE SKIP LOCKED
  )`;

/** So many that have expired, passing over those that somebody is about to remove or to write. $1 how many at most. */
export const REMOVE_SOME_EXPIRED = `
DELETE FROM idempotent_answer WHERE (account_id, path, key) IN (
  SELECT account_id, path, key FROM idempotent_answer
  WHERE expires_at <= now()
  ORDER BY expires_at
  LIMIT $1
  FOR UPDATE SKIP LOCKED
)`;

/**
 * Stores what a call was answered, over what has expired. One that has not makes it fail: then another call was first.
 *
 * $1 account, $2 path, $3 key, $4 fingerprint, $5 body, $6 seconds until it expires. One row.
 */
export const STORE_ANSWER = `
WITH removed AS (${REMOVE_EXPIRED})
INSERT INTO idempotent_answer AS a (account_id, path, key, fingerprint, body, expires_at)
VALUES ($1::uuid, $2, $3, $4::bytea, $5, now() + make_interval(secs => $6))
ON CONFLICT (account_id, path, key) DO UPDATE
SET fingerprint = excluded.fingerprint, body = excluded.body, claim = NULL,
    created_at = excluded.created_at, expires_at = excluded.expires_at
WHERE a.expires_at <= now()
RETURNING key`;

/**
 * Claims a key for a call that stores its answer after it, where nothing was called under it, or too long ago.
 *
 * $1 account, $2 path, $3 key, $4 fingerprint, $5 claim, $6 seconds until the call may run again. One row, or none.
 */
export const CLAIM_KEY = `
WITH removed AS (${REMOVE_EXPIRED})
INSERT INTO idempotent_answer AS a (account_id, path, key, fingerprint, claim, expires_at)
VALUES ($1::uuid, $2, $3, $4::bytea, $5::uuid, now() + make_interval(secs => $6))
ON CONFLICT (account_id, path, key) DO UPDATE
SET fingerprint = excluded.fingerprint, body = NULL, claim = excluded.claim,
    created_at = excluded.created_at, expires_at = excluded.expires_at
WHERE a.expires_at <= now()
RETURNING claim`;

/** $1 account, $2 path, $3 key, $4 claim, $5 body, $6 seconds. One row, or none where another call has claimed the key. */
export const KEEP_CLAIMED_ANSWER = `
UPDATE idempotent_answer SET body = $5, claim = NULL, expires_at = now() + make_interval(secs => $6)
WHERE account_id = $1::uuid AND path = $2 AND key = $3 AND claim = $4::uuid
RETURNING key`;

/** $1 account, $2 path, $3 key, $4 claim. */
export const GIVE_UP_CLAIM = `
DELETE FROM idempotent_answer
WHERE account_id = $1::uuid AND path = $2 AND key = $3 AND claim = $4::uuid`;
