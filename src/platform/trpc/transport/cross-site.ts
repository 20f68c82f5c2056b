import type { IncomingMessage } from 'node:http';
import { ForbiddenException } from '@nestjs/common';

/** What browsers say of a request that the platform's own pages make, or a person by typing an address. */
const OWN = new Set(['same-origin', 'none']);

export const OTHER_ORIGIN = 'pages of this origin may not call here: CORS_ORIGINS names those that may';

/**
 * Refuses a change that a page of another origin has a browser make: SameSite=Lax keeps the cookie from other sites,
 * not from other hosts and ports of the same one. Callers that are no browser do not send the header.
 * @param origins those that may: `CORS_ORIGINS`
 * @throws ForbiddenException
 */
export function assertSameSite(request: IncomingMessage, origins: readonly string[]): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site === undefined || (typeof site === 'string' && OWN.has(site))) return;
  if (origin !== undefined && origins.includes(origin)) return;
  throw new ForbiddenException(OTHER_ORIGIN);
}
