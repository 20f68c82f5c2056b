import type { IncomingMessage } from 'node:http';
import { ForbiddenException } from '@nestjs/common';

/** Values of `Sec-Fetch-Site` for requests of the platform's own pages, and of addresses that a user typed. */
const SAME_SITE = new Set(['same-origin', 'none']);

export const OTHER_ORIGIN = 'pages of this origin may not call here: CORS_ORIGINS names those that may';

/**
 * Refuses mutations that a page of another origin sends. SameSite=Lax protects against other sites, but not against other
 * hosts and ports of the same site. Callers that are not browsers do not send the header.
 * @param origins allowed origins: `CORS_ORIGINS`
 * @throws ForbiddenException if the origin is not allowed
 */
export function assertSameSite(request: IncomingMessage, origins: readonly string[]): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site === undefined || (typeof site === 'string' && SAME_SITE.has(site))) return;
  if (origin !== undefined && origins.includes(origin)) return;
  throw new ForbiddenException(OTHER_ORIGIN);
}
