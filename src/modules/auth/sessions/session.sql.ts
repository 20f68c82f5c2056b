import { z } from 'zod';
import { ROLES } from '../../../platform/access/role';
import { double, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { storedScope } from '../../../shared/country';

export const FIND_SESSION = statement({
  name: 'find_session',
  text: `
SELECT s.account_id AS "accountId", a.role, a.country,
  extract(epoch FROM now() - s.last_seen_at)::float8 AS "idleSeconds"
FROM session s JOIN account a ON a.id = s.account_id
WHERE s.token_hash = $tokenHash AND s.expires_at > now()
  AND s.last_seen_at > now() - make_interval(secs => $maxIdleSeconds)`,
  parameters: { tokenHash: text(), maxIdleSeconds: double() },
  row: z.object({
    accountId: z.string(),
    role: z.enum(ROLES),
    country: storedScope.nullable(),
    idleSeconds: z.number(),
  }),
});

export const CREATE_SESSION = statement({
  name: 'create_session',
  text: `
INSERT INTO session (token_hash, account_id, expires_at)
VALUES ($tokenHash, $accountId, now() + make_interval(secs => $lifetimeSeconds))`,
  parameters: { tokenHash: text(), accountId: uuid(), lifetimeSeconds: double() },
});

export const RENEW_SESSION = statement({
  name: 'renew_session',
  text: `UPDATE session SET last_seen_at = now() WHERE token_hash = $tokenHash`,
  parameters: { tokenHash: text() },
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
