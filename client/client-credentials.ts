import { TokenError, type TokenSource } from './token-source';

/** An application that signs in as itself (RFC 6749, section 4.4). */
export interface ClientCredentials {
  /** The portal's token endpoint: `token_endpoint` of its `/.well-known/openid-configuration`. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes, separated by spaces. Without them the portal gives what it gives by default. */
  readonly scope?: string;
  /** What the portal wants to be told beside that, such as `audience` or `resource`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** How the secret is sent: in the `Authorization` header (the default), or in the form. */
  readonly authentication?: 'header' | 'form';
  /** The `fetch` to use, if not the global one. */
  readonly fetch?: typeof fetch;
}

interface Token {
  readonly value: string;
  /** When it is renewed, by this machine's clock, in milliseconds. */
  readonly renewAt: number;
}

/** A token is renewed this much before it ends, so that it does not end on its way. */
const MARGIN_MS = 30_000;

/** Assumed where the portal does not say how long a token lasts, which RFC 6749 allows. */
const DEFAULT_LIFETIME_S = 300;

const TIMEOUT_MS = 15_000;

/**
 * Tokens for a server that calls in its own name. A token is fetched when the first request needs one, kept, and
 * renewed shortly before it ends or once it is refused; requests at the same moment wait for the same token.
 * @throws TokenError (from a call) where the portal refuses or answers no token
 */
export function clientCredentials(credentials: ClientCredentials): TokenSource {
  let current: Promise<Token> | undefined;

  const renew = (): Promise<Token> => {
    const fetched = fetchToken(credentials);
    current = fetched;
    // The next request tries again.
    fetched.catch(() => {
      if (current === fetched) current = undefined;
    });
    return fetched;
  };

  return async (refused) => {
    const pending = current;
    const token = await (pending ?? renew());
    if (token.value !== refused && Date.now() < token.renewAt) return token.value;
    // Somebody else may have seen the same and be renewing it already.
    return (await (current === pending || current === undefined ? renew() : current)).value;
  };
}

async function fetchToken(credentials: ClientCredentials): Promise<Token> {
  const { tokenUrl, clientId, clientSecret, scope, parameters, authentication = 'header' } = credentials;
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) });
  for (const [name, value] of Object.entries(parameters ?? {})) form.set(name, value);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (authentication === 'header') {
    headers.authorization = `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`;
  } else {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  }
  const askedAt = Date.now();
  const response = await (credentials.fetch ?? fetch)(tokenUrl, {
    method: 'POST',
    body: form,
    headers,
    credentials: 'omit',
    // To another origin it would carry the secret.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer = await readAnswer(response);
  if (response.status >= 500) throw new Error(`the portal answered ${response.status}`);
  if (!response.ok || typeof answer.access_token !== 'string') {
    const said = [answer.error, answer.error_description].filter((part) => typeof part === 'string');
    throw new TokenError(`no token from ${tokenUrl}: ${[response.status, ...said].join(' ')}`);
  }
  const lifetime = typeof answer.expires_in === 'number' ? answer.expires_in : DEFAULT_LIFETIME_S;
  // A token that lasts less than twice the margin is used for the first half of its life.
  const usable = Math.max(lifetime * 1000 - MARGIN_MS, lifetime * 500);
  return { value: answer.access_token, renewAt: askedAt + usable };
}

async function readAnswer(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const answer: unknown = await response.json().catch(() => undefined);
  return typeof answer === 'object' && answer !== null ? { ...answer } : {};
}

/** As RFC 6749, section 2.3.1 wants it before it goes into the header. */
function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}
