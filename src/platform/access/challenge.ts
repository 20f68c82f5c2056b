import type { ServerResponse } from 'node:http';

/** Scheme and realm that every 401 names (RFC 9110, section 11.6.1; RFC 6750, section 3). */
export const CHALLENGE = 'Bearer realm="Africa Health Platform"';

/** Adds the challenge to a 401, unless the check of a token has added one with the error. */
export function addChallenge(response: ServerResponse): void {
  if (!response.hasHeader('www-authenticate')) response.setHeader('www-authenticate', CHALLENGE);
}
