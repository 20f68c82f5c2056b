import { ForbiddenException } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import type { CountryCode, CountryScope } from '../../shared/country';

/**
 * The countries a caller sees, narrowed to the one that is asked for.
 * @throws ForbiddenException for another country, and for an account that is tied to none
 */
export function scopeOf({ role, country: own }: Caller, asked?: CountryCode): CountryScope {
  if (role === 'admin' || own === '*') return asked ?? '*';
  if (own === null) {
    throw new ForbiddenException(
      'Your account is tied to no country (10003): the portal has to say which one, or * for all, in the claim that OAUTH_COUNTRY_CLAIM names',
    );
  }
  if (asked !== undefined && asked !== own) {
    throw new ForbiddenException(
      `country: your account is tied to ${own}; leave it out or send ${own} (10002)`,
    );
  }
  return own;
}
