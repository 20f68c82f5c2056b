import { z } from 'zod';
import { readText } from './checkout-file';

const mapperSchema = z.object({
  protocol: z.literal('openid-connect'),
  protocolMapper: z.enum([
    'oidc-audience-mapper',
    'oidc-full-name-mapper',
    'oidc-sub-mapper',
    'oidc-usermodel-attribute-mapper',
    'oidc-usermodel-property-mapper',
    'oidc-usermodel-realm-role-mapper',
  ]),
  config: z.record(z.string(), z.string()),
});

const clientScopeSchema = z.object({
  name: z.string(),
  protocol: z.literal('openid-connect'),
  attributes: z.object({ 'include.in.token.scope': z.enum(['true', 'false']) }),
  protocolMappers: z.array(mapperSchema).default([]),
});

const clientSchema = z.object({
  clientId: z.string(),
  secret: z.string(),
  publicClient: z.boolean(),
  standardFlowEnabled: z.boolean(),
  implicitFlowEnabled: z.boolean(),
  directAccessGrantsEnabled: z.boolean(),
  serviceAccountsEnabled: z.boolean(),
  redirectUris: z.array(z.string()),
  attributes: z.record(z.string(), z.string()),
  defaultClientScopes: z.array(z.string()),
  protocolMappers: z.array(mapperSchema),
});

const userSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  enabled: z.literal(true),
  email: z.email(),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  attributes: z.record(z.string(), z.array(z.string())).optional(),
  credentials: z.tuple([
    z.object({ type: z.literal('password'), value: z.string(), temporary: z.literal(false) }),
  ]),
  realmRoles: z.array(z.string()),
});

const realmSchema = z.object({
  realm: z.string(),
  enabled: z.literal(true),
  roles: z.object({ realm: z.array(z.object({ name: z.string(), description: z.string() })) }),
  clientScopes: z.array(clientScopeSchema),
  /** The platform's client, then the machines' clients. */
  clients: z.tuple([clientSchema], clientSchema),
  users: z.array(userSchema),
  components: z.object({
    'org.keycloak.userprofile.UserProfileProvider': z.tuple([
      z.object({
        providerId: z.literal('declarative-user-profile'),
        config: z.object({ 'kc.user.profile.config': z.tuple([z.string()]) }),
      }),
    ]),
  }),
});

const userProfileSchema = z.object({
  attributes: z.array(
    z.object({
      name: z.string(),
      permissions: z.object({ view: z.array(z.string()), edit: z.array(z.string()) }),
      validations: z.record(z.string(), z.unknown()),
    }),
  ),
});

export type Realm = z.output<typeof realmSchema>;
export type RealmUser = Realm['users'][number];
export type RealmClient = z.output<typeof clientSchema>;

/** Reads the realm that Keycloak imports. */
export function readRealm(): Realm {
  return realmSchema.parse(JSON.parse(readText('docker/keycloak/realm.json')));
}

/** Returns the attributes that an account may have. Keycloak drops others without an error. */
export function userProfileOf(realm: Realm): z.output<typeof userProfileSchema> {
  const [{ config }] = realm.components['org.keycloak.userprofile.UserProfileProvider'];
  return userProfileSchema.parse(JSON.parse(config['kc.user.profile.config'][0]));
}

/**
 * Returns the claims of Keycloak's userinfo endpoint for an account: the built-in claims and those of the client's mappers.
 * A dot in a claim's name makes a nested object.
 */
export function userinfoOf(user: RealmUser, realm: Realm): Record<string, unknown> {
  const claims: Record<string, unknown> = {
    sub: user.id,
    email: user.email,
    email_verified: user.emailVerified,
    name: `${user.firstName} ${user.lastName}`,
    preferred_username: user.username,
  };
  for (const { protocolMapper, config } of realm.clients[0].protocolMappers) {
    if (config['userinfo.token.claim'] !== 'true') continue;
    const [attribute] = user.attributes?.[config['user.attribute'] ?? ''] ?? [];
    const value =
      protocolMapper === 'oidc-usermodel-realm-role-mapper'
        ? [`default-roles-${realm.realm}`, 'offline_access', 'uma_authorization', ...user.realmRoles]
        : attribute;
    if (value !== undefined) Object.assign(claims, nestedClaim(config['claim.name'] ?? '', value));
  }
  return claims;
}

/**
 * Returns the claims of a service account's access token: the built-in claims and those of the mappers of the client and of
 * its scopes.
 */
export function serviceTokenOf(client: RealmClient, realm: Realm): Record<string, unknown> {
  const scopes = realm.clientScopes.filter(({ name }) => client.defaultClientScopes.includes(name));
  const mappers = [...client.protocolMappers, ...scopes.flatMap(({ protocolMappers }) => protocolMappers)];
  const claims: Record<string, unknown> = {
    typ: 'Bearer',
    azp: client.clientId,
    scope: scopes
      .filter(({ attributes }) => attributes['include.in.token.scope'] === 'true')
      .map(({ name }) => name)
      .join(' '),
  };
  for (const { protocolMapper, config } of mappers) {
    if (config['access.token.claim'] !== 'true') continue;
    if (protocolMapper === 'oidc-sub-mapper') claims.sub = '5e0c8f5e-0000-4000-8000-000000000001';
    if (protocolMapper === 'oidc-audience-mapper') claims.aud = config['included.custom.audience'];
    if (config['user.attribute'] === 'username') {
      claims[config['claim.name'] ?? ''] = `service-account-${client.clientId}`;
    }
  }
  return claims;
}

function nestedClaim(path: string, value: unknown): Record<string, unknown> {
  const [key = '', ...rest] = path.split('.');
  return { [key]: rest.length === 0 ? value : nestedClaim(rest.join('.'), value) };
}
