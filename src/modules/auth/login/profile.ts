import { parseCountry, type CountryScope } from '../../../shared/country';
import { ROLES, type Role, highestRole } from '../../../platform/access/role';
import type { Environment } from '../../../platform/config/environment';
import { cutText } from '../../../shared/text';
import { type Profile, SUBJECT } from '../accounts/account.store';
import type { Claims } from '../tokens/machine';
import { LoginRefusedException } from './login-refused.exception';
import { PortalError } from '../portal/portal-error';

/**
 * Reads a profile from the claims of the portal's userinfo response.
 * @throws PortalError if the subject is missing or unusable
 * @throws LoginRefusedException if the role or the country is malformed
 */
export function readProfile(claims: unknown, environment: Environment): Profile {
  if (!isClaims(claims) || typeof claims.sub !== 'string' || !SUBJECT.test(claims.sub)) {
    throw new PortalError('the profile has no usable subject');
  }
  const email = readText(claims.email);
  return {
    subject: claims.sub,
    email,
    name: readText(claims.name) || readText(claims.preferred_username),
    role: isAdministrator(email, claims, environment) ? 'admin' : readRole(claims, environment),
    country: readCountry(getClaim(claims, environment.OAUTH_COUNTRY_CLAIM)),
  };
}

function isAdministrator(email: string, claims: Claims, { ADMIN_EMAILS }: Environment): boolean {
  return claims.email_verified === true && ADMIN_EMAILS.includes(email.toLowerCase());
}

/** Uses only `OAUTH_ROLE_MAP` if it is set, so that the portal's own "admin" is not an admin of the platform. */
function readRole(claims: Claims, { OAUTH_ROLE_CLAIM, OAUTH_ROLE_MAP, DEFAULT_ROLE }: Environment): Role {
  const claim = getClaim(claims, OAUTH_ROLE_CLAIM) ?? [];
  const names: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  if (!names.every((name) => typeof name === 'string')) throw new LoginRefusedException('unreadable role');
  const roles = names.flatMap((name) =>
    OAUTH_ROLE_MAP.size > 0 ? (OAUTH_ROLE_MAP.get(name) ?? []) : ROLES.filter((role) => role === name),
  );
  return highestRole(roles) ?? DEFAULT_ROLE;
}

function readCountry(claim: unknown): CountryScope | null {
  if (claim === undefined || claim === null) return null;
  if (claim === '*') return claim;
  const country = typeof claim === 'string' && claim.length === 2 ? parseCountry(claim) : undefined;
  if (!country) throw new LoginRefusedException('unreadable country');
  return country;
}

/** Returns the claim with this name or at this path through nested claims, for example `realm_access.roles`. */
function getClaim(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isClaims(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      claims,
    );
}

function readText(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  return cutText(claim.replaceAll('\0', '').toWellFormed().trim(), 320);
}

function isClaims(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
