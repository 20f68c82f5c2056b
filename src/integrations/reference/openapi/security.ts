import { ROLES } from '../../../platform/access/role';
import type { ReferenceSource } from '../reference-source';
import type { SecurityRequirement } from './openapi-document';

export const COOKIE: SecurityRequirement = { sessionCookie: [] };
export const BEARER: SecurityRequirement = { accessToken: [] };

const TOKEN_DESCRIPTION =
  'An access token of the identity portal, by the client-credentials grant. For servers. Never send it together with the cookie.';

/** Builds the scheme of access tokens: of OAuth 2.0 if the portal's token endpoint is known, so that tools get tokens themselves. */
export function buildTokenScheme({ tokenEndpoint }: Pick<ReferenceSource, 'tokenEndpoint'>): object {
  if (tokenEndpoint === null)
    return { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: TOKEN_DESCRIPTION };
  const roles = ROLES.map((role) => [`role:${role}`, `What people with the role ${role} may do.`] as const);
  const scopes = {
    ...Object.fromEntries(roles),
    'country:KE': 'Records and figures of one country: ISO 3166-1 alpha-2, here Kenya.',
    'country:*': 'All countries.',
  };
  return {
    type: 'oauth2',
    description: `${TOKEN_DESCRIPTION} Without \`scope\`, the portal gives all scopes that the client has; an operator may give them other names.`,
    flows: { clientCredentials: { tokenUrl: tokenEndpoint, scopes } },
  };
}
