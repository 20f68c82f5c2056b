import { type CountryScope, parseCountry } from '../../shared/country';
import { ROLES, type Role } from './role';

/** The meaning of one scope of an access token: a role, or a country. */
export type Scope = { readonly role: Role } | { readonly country: CountryScope };

/** Parses `role:doctor`, `country:KE` or `country:*`. Returns undefined for any other text. */
export function parseScope(text: string): Scope | undefined {
  const [kind, value = '', ...rest] = text.split(':');
  if (rest.length > 0) return undefined;
  if (kind === 'role') {
    const role = ROLES.find((known) => known === value);
    return role && { role };
  }
  if (kind !== 'country') return undefined;
  if (value === '*') return { country: value };
  const country = /^[a-z]{2}$/i.test(value) ? parseCountry(value) : undefined;
  return country && { country };
}
