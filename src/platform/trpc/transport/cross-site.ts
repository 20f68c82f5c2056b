import type { IncomingMessage } from 'node:http';
import { BadRequestException, ForbiddenException } from '@nestjs/common';
import type { Environment } from '../../config/environment';
import type { Target } from './target';

/** Values of `Sec-Fetch-Site` for requests of the platform's own pages, and of addresses that a user typed. */
const SAME_SITE = new Set<unknown>([undefined, 'same-origin', 'none']);

/** A page cannot make a browser send this scheme unless CORS allows its origin. Browsers add Basic by themselves. */
const BEARER = /^bearer(?:\s|$)/i;

export const OTHER_ORIGIN = 'pages of this origin may not call here: CORS_ORIGINS names those that may';

const INPUT_IN_URL = 'input: a mutation takes its input as a JSON body, not in the URL';

/**
 * Refuses mutations that a page of another origin sends. SameSite=Lax protects against other sites, but not against other
 * hosts and ports of the same site. `Origin` decides, or `Referer` without it; `Sec-Fetch-Site` only without both, because
 * browsers do not send it on plain http. Callers that are not browsers send none of them.
 * @throws ForbiddenException if the origin is neither the platform's nor in `CORS_ORIGINS`
 */
export function assertSameSite(request: IncomingMessage, environment: OriginSettings): void {
  const { authorization = '', origin, referer, 'sec-fetch-site': site } = request.headers;
  if (BEARER.test(authorization)) return;
  const sender = origin ?? originOf(referer);
  if (sender === undefined ? SAME_SITE.has(site) : isAllowed(sender, request, environment)) return;
  throw new ForbiddenException(OTHER_ORIGIN);
}

/**
 * Refuses a mutation with its input in the URL: a form of another page could send that, but no body of the type JSON.
 * @throws BadRequestException
 */
export function assertInputInBody({ method, input }: Target, body: string | undefined): void {
  // A GET is refused for its method.
  if (method === 'POST' && body === undefined && input !== undefined)
    throw new BadRequestException(INPUT_IN_URL);
}

type OriginSettings = Pick<Environment, 'PUBLIC_URL' | 'CORS_ORIGINS'>;

/** The host of the request counts too: a platform in a local network is often opened under several names. */
function isAllowed(
  sender: string,
  { headers }: IncomingMessage,
  { PUBLIC_URL, CORS_ORIGINS }: OriginSettings,
): boolean {
  if (sender === PUBLIC_URL || CORS_ORIGINS.includes(sender)) return true;
  // Behind a proxy that ends https, the scheme is known from PUBLIC_URL only.
  return (
    sender !== NO_ORIGIN && sender === originOf(`${new URL(PUBLIC_URL).protocol}//${headers.host ?? ''}`)
  );
}

/** Browsers' `Origin` for pages without one: sandboxed frames, and forms with `Referrer-Policy: no-referrer`. */
const NO_ORIGIN = 'null';

const SCHEME_AND_HOST = /^[^/?#\\]*\/\/[^/?#\\]*/;
/** A host has at most 253 characters. To read one of 16 kB takes a millisecond. */
const MAX_ORIGIN = 300;

/** Returns the origin of a URL; `null` as text if it is invalid; undefined without a URL. */
function originOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const [start = ''] = SCHEME_AND_HOST.exec(url) ?? [];
  return start.length <= MAX_ORIGIN && URL.canParse(start) ? new URL(start).origin : NO_ORIGIN;
}
