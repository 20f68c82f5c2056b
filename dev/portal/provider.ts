import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { CALLBACK_PATH } from '../../src/shared/login-paths';
import { claimsOf, findAccount } from './accounts';
import { machines, findMachine } from './machines';
import { memoryAdapters } from './memory-adapter';
import { errorPage } from './pages';

/** The one application that may use the portal. */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Addresses it may send people back to, beside its callback on any port of this machine. */
  readonly redirectUris: readonly string[];
  /** What access tokens of machines are for, unless they ask for another application on this machine. */
  readonly audience: string;
}

/** A certified OpenID provider with invented accounts, without the parts that the platform does not use. */
export async function createProvider(issuer: string, application: Application): Promise<Provider> {
  // Not the package's main file: on Node 20 that one warns, whenever it is loaded, that only 22 is supported.
  const { Provider } = await import('oidc-provider/lib/provider.js');
  const { InvalidTarget } = await import('oidc-provider/lib/helpers/errors.js');
  const refuse = () => new InvalidTarget();
  const provider = new Provider(issuer, {
    ...configurationFor(application),
    features: { ...FEATURES, resourceIndicators: resourceIndicators(application, refuse) },
  });
  allowLoopback(provider, application);
  return provider;
}

const minutes = 60;

const FEATURES = {
  clientCredentials: { enabled: true },
  devInteractions: { enabled: false },
  rpInitiatedLogout: { enabled: false },
} as const;

function configurationFor({ clientId, clientSecret, redirectUris }: Application): Configuration {
  return {
    adapter: memoryAdapters(),
    jwks: { keys: [signingKey()] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Cookies do not know ports: the platform on localhost is sent these too, so none is called like its own.
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
    responseTypes: ['code'],
    pkce: { required: () => true },
    ttl: {
      AccessToken: 10 * minutes,
      AuthorizationCode: minutes,
      ClientCredentials: 10 * minutes,
      Grant: 60 * minutes,
      IdToken: 10 * minutes,
      Interaction: 30 * minutes,
      Session: 8 * 60 * minutes,
    },
    clientBasedCORS: () => false,
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, username) => {
      const account = findAccount(username);
      return account && { accountId: username, claims: () => claimsOf(account) };
    },
    // Consent is asked for at every login, so that each shows who one is, and offers to be somebody else.
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
 * RFC 8707: a machine's token is for the platform, named or not, and carries the machine's own scopes and no others. People's
 * tokens are for the portal's own userinfo.
 */
function resourceIndicators({ audience }: Application, refuse: () => Error) {
  return {
    enabled: true,
    defaultResource: (_context: unknown, { clientId }: Client) =>
      findMachine(clientId) === undefined ? undefined : audience,
    useGrantedResource: () => true,
    getResourceServerInfo: ({ oidc }: KoaContextWithOIDC, resource: string, { clientId }: Client) => {
      const machine = findMachine(clientId);
      if (machine === undefined || (resource !== audience && !isLoopback(resource))) throw refuse();
      // RFC 6749, 3.3: who asks for no scope gets those that the client was given.
      if (oidc.params) oidc.params.scope ??= machine.scope;
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

/** Besides the registered addresses: the platform's callback on this machine, on any port (tests choose free ones). */
function allowLoopback(provider: Provider, { clientId, redirectUris }: Application): void {
  provider.Client.prototype.redirectUriAllowed = function (this: Client, uri: string) {
    if (this.clientId !== clientId) return false;
    if (redirectUris.includes(uri)) return true;
    if (!URL.canParse(uri)) return false;
    return isLoopback(uri) && new URL(uri).href === `${new URL(uri).origin}${CALLBACK_PATH}`;
  };
}

/** Whether an address is one of this machine, on any port. */
function isLoopback(address: string): boolean {
  const { hostname, protocol } = new URL(address);
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
