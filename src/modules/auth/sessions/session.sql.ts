import { z } from 'zod';
import { ROLES } from '../../../platform/access/role';
import { array, double, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { storedScope } from '../../../shared/country';

/** The sessions that have not ended, of those with the hashes, with their accounts. */
export const FIND_SESSIONS = statement({
  name: 'find_sessions',
  text: `
SELECT s.token_hash AS "tokenHash", s.account_id AS "accountId", a.role, a.country, a.email, a.name,
  extract(epoch FROM now() - s.last_seen_at)::float8 AS "idleSeconds"
FROM session s JOIN account a ON a.id = s.account_id
WHERE s.token_hash = ANY ($tokenHashes::text[]) AND s.expires_at > now()
  AND s.last_seen_at > now() - make_interval(secs => $maxIdleSeconds)`,
  parameters: { tokenHashes: array(text()), maxIdleSeconds: double() },
  row: z.object({
    tokenHash: z.string(),
    accountId: z.string(),
    role: z.enum(ROLES),
    country: storedScope.nullable(),
    email: z.string(),
    name: z.string(),
    idleSeconds: z.number(),
  }),
  connection: 'pipelined',
});

export const CREATE_SESSION = statement({
  name: 'create_session',
  text: `
INSERT INTO session (token_hash, account_id, expires_at)
VALUES ($tokenHash, $accountId, now() + make_interval(secs => $lifetimeSeconds))`,
  parameters: { tokenHash: text(), accountId: uuid(), lifetimeSeconds: double() },
});

/** Skips sessions that another statement renews at the same time. */
export const RENEW_SESSIONS = statement({
  name: 'renew_sessions',
  text: `
UPDATE session SET last_seen_at = now()
WHERE token_hash = ANY (ARRAY(
  SELECT token_hash FROM session WHERE token_hash = ANY ($tokenHashes::text[]) FOR NO KEY UPDATE SKIP LOCKED
))`,
  parameters: { tokenHashes: array(text()) },
});

export const DELETE_SESSION = statement({
  name: 'delete_session',
  text: `DELETE FROM session WHERE token_hash = $tokenHash`,
  parameters: { tokenHash: text() },
});

export const DELETE_EXPIRED_SESSIONS = statement({
  name: 'delete_expired_sessions',
  text: `DELETE FROM session WHERE expires_at < now()`,
});
