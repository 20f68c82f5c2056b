import { type CountryScope, parseCountry } from '../../shared/country';
import { ROLES, type Role } from './role';

/** What one scope of an access token stands for. */
export type Scope = { readonly role: Role } | { readonly country: CountryScope };

/** Reads `role:doctor`, `country:KE` or `country:*`; undefined where a text is none of these. */
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
