import { z } from 'zod';
import { double, text } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';

export const CREATE_LOGIN_ATTEMPT = statement({
  name: 'create_login_attempt',
  text: `
INSERT INTO login_attempt (state_hash, browser_hash, code_verifier, return_to, expires_at)
VALUES ($stateHash, $browserHash, $codeVerifier, $returnTo, now() + make_interval(secs => $lifetimeSeconds))`,
  parameters: {
    stateHash: text(),
    browserHash: text(),
    codeVerifier: text(),
    returnTo: text(),
    lifetimeSeconds: double(),
  },
});

export const USE_LOGIN_ATTEMPT = statement({
  name: 'use_login_attempt',
  text: `
DELETE FROM login_attempt
WHERE state_hash = $stateHash AND browser_hash = $browserHash AND expires_at > now()
RETURNING code_verifier AS "codeVerifier", return_to AS "returnTo"`,
  parameters: { stateHash: text(), browserHash: text() },
  row: z.object({ codeVerifier: z.string(), returnTo: z.string() }),
});

export const DELETE_EXPIRED_LOGIN_ATTEMPTS = statement({
  name: 'delete_expired_login_attempts',
  text: `DELETE FROM login_attempt WHERE expires_at < now()`,
});
