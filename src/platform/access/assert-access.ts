import { ForbiddenException } from '@nestjs/common';
import { LoginRequiredException, RoleRequiredException } from './access-refusals';
import type { AccessRule } from './access-rule';
import type { Caller } from './caller';

/** Message of an account of one country, or of none, for what has no country. */
export const ALL_COUNTRIES_REQUIRED =
  'this is only for accounts of all countries (10002): the portal has to say * in the claim that OAUTH_COUNTRY_CLAIM names, or the access token has to have the scope country:*';
/** Message for a call with a session cookie and an access token. */
export const TWO_CREDENTIALS =
  'send the session cookie or an Authorization header with a Bearer token, not both';

/**
 * Throws unless the rule permits the caller.
 * @param rule undefined if the procedure has no contract; no caller is permitted then
 * @throws LoginRequiredException if there is no caller
 * @throws RoleRequiredException if the caller's role is not permitted
 */
export function assertAccess(rule: AccessRule | undefined, caller: Caller | null): void {
  if (rule === 'anyone') return;
  if (!caller) throw new LoginRequiredException('missing');
  if (rule === 'session') return;
  if (!rule?.includes(caller.role)) throw new RoleRequiredException(rule ?? []);
}

/** @throws ForbiddenException unless the caller's account is of all countries */
export function assertAllCountries({ country }: Pick<Caller, 'country'>): void {
  if (country !== '*') throw new ForbiddenException(ALL_COUNTRIES_REQUIRED);
}
