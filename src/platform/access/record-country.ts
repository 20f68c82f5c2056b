import { ForbiddenException } from '@nestjs/common';
import type { Caller } from './caller';
import { type CountryCode, UNKNOWN_COUNTRY } from '../../shared/country';

/**
 * Returns the country under which a caller's record is stored.
 * @param requested the country in the input; without one, it is the account's own
 * @param field name of the input field, for the message
 * @throws ForbiddenException if the account may not record for the requested country
 */
export function resolveRecordCountry(
  { country: own }: Pick<Caller, 'country'>,
  requested: CountryCode | undefined,
  field: string,
): CountryCode {
  if (requested === undefined) return ownCountry({ country: own });
  if (own === '*' || requested === own) return requested;
  throw new ForbiddenException(
    own === null
      ? `${field}: your account is tied to no country (10003): leave it out, or have the portal say which one, or * for all, in the claim that OAUTH_COUNTRY_CLAIM names`
      : `${field}: your account is tied to ${own}; leave it out or send ${own} (10002)`,
  );
}

/** Returns the account's country, or `ZZ` if it has none or all. */
export function ownCountry({ country }: Pick<Caller, 'country'>): CountryCode {
  return country === null || country === '*' ? UNKNOWN_COUNTRY : country;
}
