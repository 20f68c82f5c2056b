import type { ExpectedError } from './contract';

/** Documented errors of procedures that read one country, for accounts that have no country or another one. */
export const noCountryError: ExpectedError = {
  code: 'FORBIDDEN',
  when: 'the account is tied to no country',
  message:
    'Your account is tied to no country (10003): the portal has to say which one, or * for all, in the claim that OAUTH_COUNTRY_CLAIM names',
};

export const otherCountryError: ExpectedError = {
  code: 'FORBIDDEN',
  when: '`country` is not the account’s',
  message: 'country: your account is tied to KE; leave it out or send KE (10002)',
};
