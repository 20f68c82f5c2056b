import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import { CALLBACK_PATH } from '../../src/auth/login/paths';
import { claimsOf, findAccount } from './accounts';
import { memoryAdapters } from './memory-adapter';
import { errorPage } from './pages';

/** The one application that may use the portal. */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Addresses it may send people back to, beside its callback on any port of this machine. */
  readonly redirectUris: readonly string[];
}

/** A certified OpenID provider with invented accounts, without the parts that the platform does not use. */
export async function createProvider(issuer: string, application: Application): Promise<Provider> {
  // Not the package's main file: on Node 20 that one warns, whenever it is loaded, that only 22 is supported.
  const { Provider } = await import('oidc-provider/lib/provider.js');
  const provider = new Provider(issuer, configurationFor(application));
  allowLoopback(provider, application);
  return provider;
}

const minutes = 60;

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
    ],
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name', 'role', 'country'], email: ['email', 'email_verified'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: {
      AccessToken: 10 * minutes,
      AuthorizationCode: minutes,
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

function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' };
}

/** Besides the registered addresses: the platform's callback on this machine, on any port (tests choose free ones). */
function allowLoopback(provider: Provider, { redirectUris }: Application): void {
  const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
  provider.Client.prototype.redirectUriAllowed = (uri: string) => {
    if (redirectUris.includes(uri)) return true;
    if (!URL.canParse(uri)) return false;
    const { origin, hostname, protocol, href } = new URL(uri);
    return protocol === 'http:' && loopback.has(hostname) && href === `${origin}${CALLBACK_PATH}`;
  };
}
