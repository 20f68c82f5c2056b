import { ForbiddenException } from '@nestjs/common';
import type { Caller } from './caller';
import type { CountryCode, CountryScope } from '../../shared/country';

/**
 * Returns the requested country, or else all countries that the caller may see.
 * @throws ForbiddenException if the caller may not see the country, or has none
 */
export function resolveScope(
  { country: own }: Pick<Caller, 'country'>,
  requested?: CountryCode,
): CountryScope {
  if (own === '*') return requested ?? '*';
  if (own === null) {
    throw new ForbiddenException(
      'Your account is tied to no country (10003): the portal has to say which one, or * for all, in the claim that OAUTH_COUNTRY_CLAIM names',
    );
  }
  if (requested !== undefined && requested !== own) {
    throw new ForbiddenException(
      `country: your account is tied to ${own}; leave it out or send ${own} (10002)`,
    );
  }
  return own;
}

/** Returns whether a country is in a scope. */
export function isInScope(scope: CountryScope, country: string): boolean {
  return scope === '*' || country === scope;
}
