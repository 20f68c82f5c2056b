import { z } from 'zod';
import { ROLES } from '../../../platform/access/role';
import { array, bytea, double, integer, nullable, text, uuid } from '../../../platform/database/parameter';
import { isErasedAccount } from '../../../platform/database/erased-account.sql';
import { statement } from '../../../platform/database/statement';
import { storedScope } from '../../../shared/country';

/** SQL condition: the session `s` has not ended. The statement has the parameter `maxIdleSeconds`. */
const IS_LIVE = `(s.expires_at > now() AND s.last_seen_at > now() - make_interval(secs => $maxIdleSeconds))`;

const sealedTokens = z.instanceof(Buffer).nullable();

/** The sessions that have not ended, of those with the hashes, with their accounts. */
export const FIND_SESSIONS = statement({
  name: 'find_sessions',
  text: `
SELECT s.token_hash AS "tokenHash", s.account_id AS "accountId", a.role, a.country, a.email, a.name,
  extract(epoch FROM now() - s.last_seen_at)::float8 AS "idleSeconds"
FROM session s JOIN account a ON a.id = s.account_id
WHERE s.token_hash = ANY ($tokenHashes::text[]) AND ${IS_LIVE}`,
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

const accountOfSession = z.object({
  userId: z.string(),
  role: z.enum(ROLES),
  country: storedScope.nullable(),
});

/** Locks an account, so that its sessions are created and ended one after the other. No row if it is erased. */
export const LOCK_ACCOUNT = statement({
  name: 'lock_account',
  text: `
SELECT a.id AS "userId", a.role, a.country FROM account a
WHERE a.id = $accountId AND NOT ${isErasedAccount('a')}
FOR NO KEY UPDATE`,
  parameters: { accountId: uuid() },
  row: accountOfSession,
});

/** The time is that of the statement, which may have waited for the lock of the account. */
export const CREATE_SESSION = statement({
  name: 'create_session',
  text: `
INSERT INTO session (token_hash, account_id, portal_tokens, portal_session, created_at, last_seen_at, expires_at)
SELECT $tokenHash, $accountId, $portalTokens, $portalSession, t.time, t.time, t.time + make_interval(secs => $lifetimeSeconds)
FROM (SELECT clock_timestamp() AS time) t`,
  parameters: {
    tokenHash: text(),
    accountId: uuid(),
    portalTokens: nullable(bytea()),
    portalSession: nullable(text()),
    lifetimeSeconds: double(),
  },
});

/**
 * Deletes the idle sessions of an account, and the oldest above a number. Expired sessions are left to
 * `DELETE_EXPIRED_SESSIONS`: both could deadlock over them.
 */
export const DELETE_SURPLUS_SESSIONS = statement({
  name: 'delete_surplus_sessions',
  text: `
DELETE FROM session
WHERE account_id = $accountId AND expires_at > now() AND token_hash NOT IN (
  SELECT s.token_hash FROM session s
  WHERE s.account_id = $accountId AND ${IS_LIVE}
  ORDER BY s.token_hash = $newestHash DESC, s.created_at DESC, s.token_hash
  LIMIT $maxSessions::integer
)`,
  parameters: { accountId: uuid(), newestHash: text(), maxSessions: integer(), maxIdleSeconds: double() },
});

/** The sessions of an account that have not ended, the last used first. */
export const LIST_SESSIONS = statement({
  name: 'list_sessions',
  text: `
SELECT s.token_hash AS "tokenHash", s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt"
FROM session s
WHERE s.account_id = $accountId AND ${IS_LIVE}
ORDER BY s.last_seen_at DESC, s.token_hash`,
  parameters: { accountId: uuid(), maxIdleSeconds: double() },
  row: z.object({ tokenHash: z.string(), createdAt: z.date(), lastSeenAt: z.date() }),
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
  text: `
DELETE FROM session s USING account a
WHERE s.token_hash = $tokenHash AND a.id = s.account_id
RETURNING s.portal_tokens AS "portalTokens", a.id AS "userId", a.role, a.country`,
  parameters: { tokenHash: text() },
  row: accountOfSession.extend({ portalTokens: sealedTokens }),
});

/** Deletes all sessions of an account except expired ones, as `DELETE_SURPLUS_SESSIONS`. */
export const DELETE_SESSIONS_OF_ACCOUNT = statement({
  name: 'delete_sessions_of_account',
  text: `
DELETE FROM session
WHERE account_id = $accountId AND expires_at > now()
RETURNING token_hash AS "tokenHash", portal_tokens AS "portalTokens"`,
  parameters: { accountId: uuid() },
  row: z.object({ tokenHash: z.string(), portalTokens: sealedTokens }),
});

/** Locks the account of a person of the portal, as `LOCK_ACCOUNT`. */
export const LOCK_ACCOUNT_OF_PERSON = statement({
  name: 'lock_account_of_person',
  text: `
SELECT id AS "userId", role, country FROM account WHERE issuer = $issuer AND subject = $subject FOR NO KEY UPDATE`,
  parameters: { issuer: text(), subject: text() },
  row: accountOfSession,
});

/**
 * Deletes the sessions of an account that began before a time, in a session of the portal or in an unknown one; without the
 * portal's session, all.
 */
export const DELETE_SESSIONS_AT_PORTAL = statement({
  name: 'delete_sessions_at_portal',
  text: `
DELETE FROM session
WHERE account_id = $accountId AND expires_at > now() AND created_at < to_timestamp($begunBefore)
  AND ($portalSession::text IS NULL OR portal_session IS NULL OR portal_session = $portalSession)`,
  parameters: { accountId: uuid(), begunBefore: double(), portalSession: nullable(text()) },
});

export const DELETE_EXPIRED_SESSIONS = statement({
  name: 'delete_expired_sessions',
  text: `DELETE FROM session WHERE expires_at < now()`,
});
