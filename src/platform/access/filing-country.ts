import { ForbiddenException } from '@nestjs/common';
import type { Caller } from './caller';
import { type CountryCode, UNKNOWN_COUNTRY } from '../../shared/country';

/**
 * Where something that a caller records is filed: in the account's own country, unless the account may name any and does.
 * @param field where the caller names the country, for the message
 * @throws ForbiddenException for a country that is not the account's
 */
export function filingCountry(
  { role, country: own }: Caller,
  named: CountryCode | undefined,
  field: string,
): CountryCode {
  if (named === undefined) return ownCountry({ country: own });
  if (role === 'admin' || own === '*' || named === own) return named;
  throw new ForbiddenException(
    own === null
      ? `${field}: your account is tied to no country (10003): leave it out, or have the portal say which one, or * for all, in the claim that OAUTH_COUNTRY_CLAIM names`
      : `${field}: your account is tied to ${own}; leave it out or send ${own} (10002)`,
  );
}

/** Where something is filed of which its caller names no country. */
export function ownCountry({ country }: Pick<Caller, 'country'>): CountryCode {
  return country === null || country === '*' ? UNKNOWN_COUNTRY : country;
}
