import type { CountryScope } from '../../../shared/country';
import { type Role, highestRole } from '../../../platform/access/role';
import { parseScope } from '../../../platform/access/scope';
import type { Environment } from '../../../platform/config/environment';
import { TokenRefused } from './token-refused';

/** What a token or its introspection says, once it is known to be the portal's and meant for this platform. */
export type Claims = Readonly<Record<string, unknown>>;

/** A partner's program, and what its token lets it do. */
export interface Machine {
  /** Its client id at the portal. */
  readonly clientId: string;
  readonly role: Role;
  readonly country: CountryScope | null;
}

/** What portals call the use of an access token in `token_use`, where they tell it from those of other tokens. */
const ACCESS_TOKEN_USES: readonly unknown[] = ['access_token', 'access'];

/** Claims of tokens that are no access tokens: ID tokens (OpenID Connect Core, 3.1.3.6 and 3.3.2.11), logout tokens. */
const CLAIMS_OF_OTHERS = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events'];

/**
 * Reads whose token it is and what its scopes allow.
 * @throws TokenRefused for a token that is bound to a key, is no access token, is a person's, or has contradictory scopes,
 * among them those of an administrator of less than all countries
 */
export function readMachine(claims: Claims, { OAUTH_SCOPE_MAP }: Environment): Machine {
  // Whoever presents it has to prove that they hold the key (RFC 9449, 7.1; RFC 8705, 3), which nobody here checks.
  if (claims.cnf !== undefined) throw new TokenRefused('it is bound to a key of its client');
  assertAccessToken(claims);
  const clientId = ownClient(claims);
  const scopes = scopesOf(claims).flatMap((name) =>
    OAUTH_SCOPE_MAP.size > 0 ? (OAUTH_SCOPE_MAP.get(name) ?? []) : name,
  );
  const [role, country] = [roleOf(scopes), countryOf(scopes)];
  // An administrator acts in every country, whatever their own: a narrower scope would promise what nobody keeps.
  if (role === 'admin' && country !== '*') {
    throw new TokenRefused('an administrator has to have the scope country:*');
  }
  return { clientId, role, country };
}

function assertAccessToken(claims: Claims): void {
  // Keycloak names the kind of every token it signs.
  const kind = claims.typ;
  if (kind !== undefined && kind !== 'Bearer') throw new TokenRefused('it is no access token');
  // Ory Hydra answers introspection about refresh tokens too, with this claim to tell them by; Amazon Cognito signs it.
  if (claims.token_use !== undefined && !ACCESS_TOKEN_USES.includes(claims.token_use)) {
    throw new TokenRefused('it is no access token');
  }
  if (CLAIMS_OF_OTHERS.some((claim) => Object.hasOwn(claims, claim))) {
    throw new TokenRefused('it is an ID token or a logout token');
  }
}

/**
 * The client whose own token it is. A token that a client got on behalf of a person is refused: its scopes are the
 * client's, and would give the person a role or a country that their account does not have.
 */
function ownClient(claims: Claims): string {
  const names = new Set([claims.client_id, claims.azp, claims.cid].filter((name) => name !== undefined));
  const [clientId, ...others] = names;
  if (typeof clientId !== 'string' || others.length > 0 || !/^[^\0]{1,255}$/.test(clientId)) {
    throw new TokenRefused('it does not name one client');
  }
  if (!clientId.isWellFormed()) throw new TokenRefused('it does not name one client');
  if (!isClientItself(clientId, claims)) throw new TokenRefused('it was not issued to the client itself');
  return clientId;
}

function isClientItself(clientId: string, { sub, gty, typ, azp, ...rest }: Claims): boolean {
  // RFC 9068, 2.2: the subject of a token that no person is involved in is the client.
  if (sub === clientId) return true;
  // Auth0.
  if (sub === `${clientId}@clients` && gty === 'client-credentials') return true;
  // Keycloak: a client's own account has this name, by which it is known there, for as long as the realm lets nobody
  // choose their own. Elsewhere people may well do so, which is why Keycloak's other marks have to be there too. They do
  // not tell the client from a person who got such a name: operators are told what to switch off.
  const isKeycloak = typ === 'Bearer' && azp === clientId;
  return isKeycloak && rest.preferred_username === `service-account-${clientId.toLowerCase()}`;
}

/** RFC 9068, 2.2.3, and RFC 7662, 2.2: names separated by spaces; some portals call the claim `scp` or write a list. */
function scopesOf({ scope, scp }: Claims): readonly string[] {
  const given: unknown = scope ?? scp ?? '';
  const names: unknown = typeof given === 'string' ? given.split(' ') : given;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    throw new TokenRefused('its scopes cannot be read');
  }
  return names;
}

function roleOf(scopes: readonly string[]): Role {
  const roles = scopes.flatMap((name) => {
    const scope = parseScope(name);
    return scope && 'role' in scope ? scope.role : [];
  });
  return highestRole(roles) ?? 'user';
}

function countryOf(scopes: readonly string[]): CountryScope | null {
  const countries = new Set<CountryScope>();
  for (const name of scopes) {
    if (!name.startsWith('country:')) continue;
    const scope = parseScope(name);
    if (!scope || !('country' in scope)) throw new TokenRefused('its country cannot be read');
    countries.add(scope.country);
  }
  const [country = null, ...others] = countries;
  if (others.length > 0) throw new TokenRefused('it names several countries');
  return country;
}
