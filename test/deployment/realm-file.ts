import { z } from 'zod';
import { textOf } from './checkout-file';

const mapperSchema = z.object({
  protocol: z.literal('openid-connect'),
  protocolMapper: z.enum(['oidc-usermodel-realm-role-mapper', 'oidc-usermodel-attribute-mapper']),
  config: z.record(z.string(), z.string()),
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
  clients: z.tuple([
    z.object({
      clientId: z.string(),
      secret: z.string(),
      publicClient: z.boolean(),
      standardFlowEnabled: z.boolean(),
      implicitFlowEnabled: z.boolean(),
      directAccessGrantsEnabled: z.boolean(),
      redirectUris: z.array(z.string()),
      attributes: z.record(z.string(), z.string()),
      protocolMappers: z.array(mapperSchema),
    }),
  ]),
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

/** The realm that Keycloak imports. */
export function readRealm(): Realm {
  return realmSchema.parse(JSON.parse(textOf('docker/keycloak/realm.json')));
}

/** Which attributes an account may have; Keycloak drops any other without a word. */
export function userProfileOf(realm: Realm): z.output<typeof userProfileSchema> {
  const [{ config }] = realm.components['org.keycloak.userprofile.UserProfileProvider'];
  return userProfileSchema.parse(JSON.parse(config['kc.user.profile.config'][0]));
}

/**
 * What Keycloak's userinfo endpoint answers for an account: its built-in claims, and what the client's mappers add.
 * A dot in a mapper's claim name nests.
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
    if (value !== undefined) Object.assign(claims, nested(config['claim.name'] ?? '', value));
  }
  return claims;
}

function nested(path: string, value: unknown): Record<string, unknown> {
  const [key = '', ...rest] = path.split('.');
  return { [key]: rest.length === 0 ? value : nested(rest.join('.'), value) };
}
