import { z } from 'zod';
import { bigint, bytea, double, text, uuid } from '../database/parameter';
import { statement } from '../database/statement';

/** Identifies a call. An idempotency key belongs to one account and one path. */
const KEY = { accountId: uuid(), path: text(), key: text() };

/** What must be the same in a retry: the input, and the country of the account, empty without one. */
const CONTENT = { fingerprint: bytea(), country: text() };

/** Locks a key until the transaction ends. Returns false at once if another transaction holds it, so that no call waits. */
export const LOCK_KEY = statement({
  name: 'lock_idempotency_key',
  text: `
SELECT pg_try_advisory_xact_lock(hashtextextended($accountId::uuid::text || ' ' || $path || ' ' || $key, 0)) AS "isLocked"`,
  parameters: KEY,
  row: z.object({ isLocked: z.boolean() }),
});

/** One row, or none if the key was not used or has expired. The body is null while the call runs. */
export const FIND_RESPONSE = statement({
  name: 'find_idempotent_response',
  text: `
SELECT body, fingerprint = $fingerprint AS "isSameInput", coalesce(country = $country, true) AS "isSameCountry"
FROM idempotent_answer
WHERE account_id = $accountId AND path = $path AND key = $key AND expires_at > now()`,
  parameters: { ...KEY, ...CONTENT },
  row: z.object({ body: z.string().nullable(), isSameInput: z.boolean(), isSameCountry: z.boolean() }),
});

/** Deletes a few expired responses, except the one that the same statement is about to overwrite. */
const DELETE_SOME_EXPIRED = `
  DELETE FROM idempotent_answer WHERE (account_id, path, key) IN (
    SELECT account_id, path, key FROM idempotent_answer
    WHERE expires_at <= now() AND (account_id, path, key) <> ($accountId, $path, $key)
    ORDER BY expires_at
    LIMIT 4
    FOR UPDATE SKIP LOCKED
  )`;

/** Deletes expired responses, except rows that other transactions have locked. */
export const DELETE_EXPIRED_RESPONSES = statement({
  name: 'delete_expired_idempotent_responses',
  text: `
DELETE FROM idempotent_answer WHERE (account_id, path, key) IN (
  SELECT account_id, path, key FROM idempotent_answer
  WHERE expires_at <= now()
  ORDER BY expires_at
  LIMIT $limit
  FOR UPDATE SKIP LOCKED
)`,
  parameters: { limit: bigint() },
});

/** Stores the response of a call, or overwrites an expired one. Changes no row if the key has a response already. */
export const STORE_RESPONSE = statement({
  name: 'store_idempotent_response',
  text: `
WITH removed AS (${DELETE_SOME_EXPIRED})
INSERT INTO idempotent_answer AS a (account_id, path, key, fingerprint, country, body, expires_at)
VALUES ($accountId, $path, $key, $fingerprint, $country, $body, now() + make_interval(secs => $lifetimeSeconds))
ON CONFLICT (account_id, path, key) DO UPDATE
SET fingerprint = excluded.fingerprint, country = excluded.country, body = excluded.body, claim = NULL,
    created_at = excluded.created_at, expires_at = excluded.expires_at
WHERE a.expires_at <= now()`,
  parameters: { ...KEY, ...CONTENT, body: text(), lifetimeSeconds: double() },
});

/** Claims a key for a call whose response is stored later. Changes no row if the key is in use. */
export const CLAIM_KEY = statement({
  name: 'claim_idempotency_key',
  text: `
WITH removed AS (${DELETE_SOME_EXPIRED})
INSERT INTO idempotent_answer AS a (account_id, path, key, fingerprint, country, claim, expires_at)
VALUES ($accountId, $path, $key, $fingerprint, $country, $claim, now() + make_interval(secs => $leaseSeconds))
ON CONFLICT (account_id, path, key) DO UPDATE
SET fingerprint = excluded.fingerprint, country = excluded.country, body = NULL, claim = excluded.claim,
    created_at = excluded.created_at, expires_at = excluded.expires_at
WHERE a.expires_at <= now()`,
  parameters: { ...KEY, ...CONTENT, claim: uuid(), leaseSeconds: double() },
});

/** Changes no row if another call has claimed the key. */
export const STORE_CLAIMED_RESPONSE = statement({
  name: 'store_claimed_idempotent_response',
  text: `
UPDATE idempotent_answer
SET body = $body, claim = NULL, expires_at = now() + make_interval(secs => $lifetimeSeconds)
WHERE account_id = $accountId AND path = $path AND key = $key AND claim = $claim`,
  parameters: { ...KEY, claim: uuid(), body: text(), lifetimeSeconds: double() },
});

export const RELEASE_CLAIM = statement({
  name: 'release_idempotency_claim',
  text: `
DELETE FROM idempotent_answer
WHERE account_id = $accountId AND path = $path AND key = $key AND claim = $claim`,
  parameters: { ...KEY, claim: uuid() },
});
