import { ForbiddenException, UnauthorizedException } from '@nestjs/common';
import type { AccessRule } from './access-rule';
import type { Caller } from './caller';

/** Specification, section 7: message for a call without the session that it needs. */
export const LOGIN_REQUIRED = 'Please login (10001)';
export const PERMISSION_REQUIRED = 'You do not have required permission (10002)';
/** Message of an account of one country, or of none, for what has no country. */
export const ALL_COUNTRIES_REQUIRED =
  'this is only for accounts of all countries (10002): the portal has to say * in the claim that OAUTH_COUNTRY_CLAIM names, or the access token has to have the scope country:*';
/** Message for a call with a session cookie and an access token. */
export const TWO_CREDENTIALS =
  'send the session cookie or an Authorization header with a Bearer token, not both';

/**
 * Throws unless the rule permits the caller.
 * @param rule undefined if the procedure has no contract; no caller is permitted then
 * @throws UnauthorizedException if there is no caller
 * @throws ForbiddenException if the caller's role is not permitted
 */
export function assertAccess(rule: AccessRule | undefined, caller: Caller | null): void {
  if (rule === 'anyone') return;
  if (!caller) throw new UnauthorizedException(LOGIN_REQUIRED);
  if (rule === 'session') return;
  if (!rule?.includes(caller.role)) throw new ForbiddenException(PERMISSION_REQUIRED);
}

/** @throws ForbiddenException unless the caller's account is of all countries */
export function assertAllCountries({ country }: Pick<Caller, 'country'>): void {
  if (country !== '*') throw new ForbiddenException(ALL_COUNTRIES_REQUIRED);
}
