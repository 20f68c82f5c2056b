import type { CountryScope } from '../../../shared/country';
import { type Role, highestRole } from '../../../platform/access/role';
import { parseScope } from '../../../platform/access/scope';
import type { Environment } from '../../../platform/config/environment';
import { SUBJECT } from '../accounts/account.store';
import { TokenRefusedError, TokenRefusedWithAdviceError } from './token-errors';

/** The claims of a verified token, of its introspection or of a profile. */
export type Claims = Readonly<Record<string, unknown>>;

/** A partner's program, with the role and country of its token. */
export interface Machine {
  /** The program's client id at the portal. */
  readonly clientId: string;
  readonly role: Role;
  readonly country: CountryScope | null;
}

/** Values of the claim `token_use` of access tokens. Not all portals have the claim. */
const ACCESS_TOKEN_USES: readonly unknown[] = ['access_token', 'access'];

/** Claims that only ID tokens (OpenID Connect Core, 3.1.3.6 and 3.3.2.11) and logout tokens have. */
const CLAIMS_OF_OTHER_TOKENS = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events'];

/**
 * Reads the client of a token, and the role and country of its scopes.
 * @throws TokenRefusedError if the token is bound to a key, is not an access token, is a person's, or has contradictory
 * scopes, for example `role:admin` without a country
 */
export function readMachine(claims: Claims, { OAUTH_SCOPE_MAP }: Environment): Machine {
  // The caller would have to prove possession of the key (RFC 9449, 7.1; RFC 8705, 3), which is not implemented.
  if (claims.cnf !== undefined) throw new TokenRefusedError('it is bound to a key of its client');
  assertAccessToken(claims);
  const clientId = readClientId(claims);
  const scopes = readScopes(claims).flatMap((name) =>
    OAUTH_SCOPE_MAP.size > 0 ? (OAUTH_SCOPE_MAP.get(name) ?? []) : name,
  );
  const [role, country] = [readRole(scopes), readCountry(scopes)];
  // A partner learns at the first call, not at the first record of a patient, that the token administers no country.
  if (role === 'admin' && country === null) {
    throw new TokenRefusedWithAdviceError('an administrator has to have a scope of a country, or country:*');
  }
  return { clientId, role, country };
}

function assertAccessToken(claims: Claims): void {
  // Keycloak's claim for the kind of a token.
  const kind = claims.typ;
  if (kind !== undefined && kind !== 'Bearer') throw new TokenRefusedError('it is no access token');
  // Ory Hydra has this claim in introspections, also those of refresh tokens; Amazon Cognito has it in its tokens.
  if (claims.token_use !== undefined && !ACCESS_TOKEN_USES.includes(claims.token_use)) {
    throw new TokenRefusedError('it is no access token');
  }
  if (CLAIMS_OF_OTHER_TOKENS.some((claim) => Object.hasOwn(claims, claim))) {
    throw new TokenRefusedError('it is an ID token or a logout token');
  }
}

/**
 * Returns the client that the token was issued to. A token for a person is refused: its scopes are those of the client,
 * and could give the person a role or a country that their account does not have.
 */
function readClientId(claims: Claims): string {
  const names = new Set([claims.client_id, claims.azp, claims.cid].filter((name) => name !== undefined));
  const [clientId, ...others] = names;
  if (typeof clientId !== 'string' || others.length > 0 || !SUBJECT.test(clientId)) {
    throw new TokenRefusedError('it does not name one client');
  }
  if (!clientId.isWellFormed()) throw new TokenRefusedError('it does not name one client');
  if (!isClientsOwnToken(clientId, claims))
    throw new TokenRefusedError('it was not issued to the client itself');
  return clientId;
}

function isClientsOwnToken(clientId: string, { sub, gty, typ, azp, ...rest }: Claims): boolean {
  // RFC 9068, section 2.2: the subject is the client if no person is involved.
  if (sub === clientId) return true;
  // Auth0.
  if (sub === `${clientId}@clients` && gty === 'client-credentials') return true;
  // Keycloak's service accounts have this name. At other portals people may choose such a name, so Keycloak's `typ` and
  // `azp` are required too. A Keycloak realm must not let people choose names: see docs/machine-callers.md.
  const isKeycloak = typ === 'Bearer' && azp === clientId;
  return isKeycloak && rest.preferred_username === `service-account-${clientId.toLowerCase()}`;
}

/** Returns the names in `scope` (RFC 9068, 2.2.3; RFC 7662, 2.2) or `scp`: a text with spaces, or at some portals a list. */
function readScopes({ scope, scp }: Claims): readonly string[] {
  const claim: unknown = scope ?? scp ?? '';
  const names: unknown = typeof claim === 'string' ? claim.split(' ') : claim;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    throw new TokenRefusedError('its scopes cannot be read');
  }
  return names;
}

function readRole(scopes: readonly string[]): Role {
  const roles = scopes.flatMap((name) => {
    const scope = parseScope(name);
    return scope && 'role' in scope ? scope.role : [];
  });
  return highestRole(roles) ?? 'user';
}

function readCountry(scopes: readonly string[]): CountryScope | null {
  const countries = new Set<CountryScope>();
  for (const name of scopes) {
    if (!name.startsWith('country:')) continue;
    const scope = parseScope(name);
    if (!scope || !('country' in scope)) throw new TokenRefusedError('its country cannot be read');
    countries.add(scope.country);
  }
  const [country = null, ...others] = countries;
  if (others.length > 0) throw new TokenRefusedError('it names several countries');
  return country;
}
