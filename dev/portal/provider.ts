import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { errors } from 'oidc-provider';
import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { CALLBACK_PATH } from '../../src/shared/login-paths';
import { SECOND_FACTOR_ACR, claimsOf, findAccount } from './accounts';
import { machines, findMachine } from './machines';
import { createMemoryAdapters } from './memory-adapter';
import { errorPage } from './pages';

/** The application that may use the portal. */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Allowed redirect URIs, besides the platform's callback on any port of this machine. */
  readonly redirectUris: readonly string[];
  /** Default audience of machines' access tokens. */
  readonly audience: string;
}

/** Creates an OpenID provider with fictitious accounts and only the features that the platform uses. */
export async function createProvider(issuer: string, application: Application): Promise<Provider> {
  // Not the package's main file: on Node 20 it warns that only Node 22 is supported.
  const { Provider } = await import('oidc-provider/lib/provider.js');
  const errors = await import('oidc-provider/lib/helpers/errors.js');
  const provider = new Provider(issuer, {
    ...configurationFor(application),
    features: { ...FEATURES, resourceIndicators: resourceIndicators(application, errors) },
  });
  allowLoopbackRedirects(provider, application);
  return provider;
}

const MINUTE_S = 60;

const FEATURES = {
  clientCredentials: { enabled: true },
  devInteractions: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_context: unknown, client: Client, token: { readonly clientId?: string | undefined }) =>
      token.clientId === client.clientId,
  },
  rpInitiatedLogout: { enabled: false },
} as const;

function configurationFor({ clientId, clientSecret, redirectUris }: Application): Configuration {
  return {
    adapter: createMemoryAdapters(),
    jwks: { keys: [signingKey()] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Cookies ignore ports, so a platform on localhost gets these too: no name may be one of its own.
      names: { session: 'portal', interaction: 'portal_interaction', resume: 'portal_resume' },
    },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        client_name: 'Africa Health Platform',
        redirect_uris: redirectUris.length === 0 ? [`http://localhost${CALLBACK_PATH}`] : [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        // passport-oauth2 sends client_id and client_secret in the form.
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
      ...machines.map((machine) => ({
        client_id: machine.clientId,
        client_secret: machine.clientSecret,
        client_name: machine.name,
        redirect_uris: [],
        grant_types: ['client_credentials'],
        response_types: [],
        id_token_signed_response_alg: 'ES256' as const,
      })),
    ],
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name', 'role', 'country'], email: ['email', 'email_verified'] },
    acrValues: [SECOND_FACTOR_ACR],
    responseTypes: ['code'],
    pkce: { required: () => true },
    ttl: {
      AccessToken: 10 * MINUTE_S,
      AuthorizationCode: MINUTE_S,
      ClientCredentials: 10 * MINUTE_S,
      Grant: 60 * MINUTE_S,
      IdToken: 10 * MINUTE_S,
      Interaction: 30 * MINUTE_S,
      Session: 8 * 60 * MINUTE_S,
    },
    clientBasedCORS: () => false,
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, username) => {
      const account = findAccount(username);
      return account && { accountId: username, claims: () => claimsOf(account) };
    },
    // Each login asks for consent: that page shows the account and offers to change it.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    renderError: (context, { error, error_description: description }) => {
      context.type = 'html';
      context.body = errorPage('This login cannot go on', `${description ?? ''} (${error})`);
    },
  };
}

/**
 * Configures the audience of tokens (RFC 8707). A machine's token is for the platform, even if the request names no resource,
 * and has only that machine's scopes. A person's token is for the portal's userinfo endpoint.
 */
function resourceIndicators(
  { audience }: Application,
  { InvalidScope, InvalidTarget }: Pick<typeof errors, 'InvalidScope' | 'InvalidTarget'>,
) {
  return {
    enabled: true,
    defaultResource: (_context: unknown, { clientId }: Client) =>
      findMachine(clientId) === undefined ? undefined : audience,
    useGrantedResource: () => true,
    getResourceServerInfo: ({ oidc }: KoaContextWithOIDC, resource: string, { clientId }: Client) => {
      const machine = findMachine(clientId);
      if (machine === undefined || (resource !== audience && !isLoopback(resource)))
        throw new InvalidTarget();
      // RFC 6749, 3.3: default scopes for a request without a scope.
      if (oidc.params) oidc.params.scope ??= machine.scope;
      const requested = z.string().catch('').parse(oidc.params?.scope);
      const refused = requested
        .split(' ')
        .filter((name) => !['', ...machine.scope.split(' ')].includes(name));
      // RFC 6749, 3.3: a portal may ignore them, but then the first call is refused without the reason.
      if (refused.length > 0)
        throw new InvalidScope(`not granted to ${clientId}: ${refused.join(' ')}`, refused.join(' '));
      return {
        audience: resource,
        scope: machine.scope,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      } as const;
    },
  } as const;
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' };
}

/** Allows the platform's callback on any port of this machine, besides the registered addresses: tests use free ports. */
function allowLoopbackRedirects(provider: Provider, { clientId, redirectUris }: Application): void {
  provider.Client.prototype.redirectUriAllowed = function (this: Client, uri: string) {
    if (this.clientId !== clientId) return false;
    if (redirectUris.includes(uri)) return true;
    if (!URL.canParse(uri)) return false;
    return isLoopback(uri) && new URL(uri).href === `${new URL(uri).origin}${CALLBACK_PATH}`;
  };
}

/** Returns true for an HTTP address of this machine, on any port. */
function isLoopback(address: string): boolean {
  const { hostname, protocol } = new URL(address);
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
