import { z } from 'zod';
import { type Variables, integer, list, oneOf, roleMap, scopeMap, url, words } from './setting-types';

/** Asymmetric algorithms only. With HS256, an attacker could sign tokens with a public key as the shared secret. */
export const SIGNATURE_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

/** Settings of the identity portal, and of the tokens that it issues. */
export const portalSettings = {
  OAUTH_ISSUER: url
    .optional()
    .describe('identity portal with OpenID discovery; the embedded portal if unset'),
  OAUTH_AUTHORIZATION_URL: url.optional().describe('instead of discovery: authorization endpoint'),
  OAUTH_TOKEN_URL: url.optional().describe('instead of discovery: token endpoint'),
  OAUTH_USERINFO_URL: url.optional().describe('instead of discovery: userinfo endpoint'),
  OAUTH_CLIENT_ID: z.string().describe('this platform’s client id at the portal'),
  OAUTH_CLIENT_SECRET: z.string().optional().describe('client secret; unset for a public client'),
  OAUTH_SCOPE: z.string().default('openid profile email').describe('requested scopes, separated by spaces'),
  OAUTH_ROLE_CLAIM: z
    .string()
    .default('role')
    .describe('path of the role in the profile, for example `realm_access.roles`; a string or a list'),
  OAUTH_ROLE_MAP: roleMap
    .prefault('')
    .describe('maps the portal’s role names to ours: `clinician=doctor,moh=ministry`'),
  OAUTH_COUNTRY_CLAIM: z
    .string()
    .default('country')
    .describe('path of the country in the profile: ISO 3166-1 alpha-2, or `*` for all'),
  OAUTH_AUDIENCE: z
    .string()
    .optional()
    .describe('required audience of machines’ access tokens; `PUBLIC_URL` if unset'),
  OAUTH_SCOPE_MAP: scopeMap
    .prefault('')
    .describe(
      'maps the portal’s scopes to roles and countries, for machines: `clinical.write=role:doctor,kenya=country:KE`; if set, nothing else gives machines access',
    ),
  OAUTH_JWKS_URL: url.optional().describe('instead of discovery: the portal’s public keys for access tokens'),
  OAUTH_INTROSPECTION_URL: url
    .optional()
    .describe('instead of discovery: introspection endpoint for opaque access tokens'),
  OAUTH_PUBLIC_TOKEN_URL: url
    .optional()
    .describe(
      'token endpoint shown in the API’s documents, if partners need another address than this platform',
    ),
  OAUTH_CLOCK_SKEW_SECONDS: integer(0, 300)
    .default(30)
    .describe('tolerated difference between the portal’s clock and ours in token times'),
  OAUTH_TOKEN_MAX_DAYS: integer(1, 3_650)
    .default(30)
    .describe('access tokens that expire after more days than this from now are refused'),
  OAUTH_TOKEN_ALGORITHMS: list
    .pipe(z.array(oneOf(SIGNATURE_ALGORITHMS)).min(1, 'expected at least one algorithm'))
    .optional()
    .describe(
      'accepted algorithms of tokens that the portal signs, separated by commas; if unset, RS256, PS256 and ES256 with their longer forms, EdDSA and Ed25519. RS256, RS384 and RS512 are not approved by OWASP ASVS',
    ),
  OAUTH_ACR_VALUES: words
    .pipe(z.array(z.string()).min(1, 'expected at least one value'))
    .default([])
    .describe(
      'ways of authentication that a login needs, separated by spaces, as the portal names them in the claim `acr`, for example that of a second factor; sent as `acr_values`, and a login without any of them is refused. If unset, the portal decides',
    ),
} as const;

/** Yields the conditions between these settings that are not met. */
export function* findUnmetPortalConditions(variables: Variables): Generator<string> {
  const endpoints = ['OAUTH_AUTHORIZATION_URL', 'OAUTH_TOKEN_URL', 'OAUTH_USERINFO_URL'];
  if (!variables.OAUTH_ISSUER && !endpoints.every((name) => variables[name])) {
    yield 'OAUTH_ISSUER: required, or all of OAUTH_AUTHORIZATION_URL, OAUTH_TOKEN_URL and OAUTH_USERINFO_URL';
  }
  if (!variables.OAUTH_ISSUER && variables.OAUTH_JWKS_URL) {
    yield 'OAUTH_ISSUER: required with OAUTH_JWKS_URL: access tokens name their issuer';
  }
  if (!variables.OAUTH_ACR_VALUES) return;
  if (!portalSettings.OAUTH_SCOPE.parse(variables.OAUTH_SCOPE).split(/\s+/).includes('openid')) {
    yield 'OAUTH_SCOPE: openid is required with OAUTH_ACR_VALUES: an ID token proves them';
  }
  if (endpoints.every((name) => variables[name]) && !variables.OAUTH_JWKS_URL) {
    yield 'OAUTH_JWKS_URL: required with OAUTH_ACR_VALUES if there is no discovery';
  }
}
