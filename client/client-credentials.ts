import { describeFailure } from './describe-failure';
import { TokenError, type TokenSource } from './token-source';

/** An application that calls in its own name (RFC 6749, section 4.4). */
export interface ClientCredentials {
  /** URL of the token endpoint: `token_endpoint` in the portal's `/.well-known/openid-configuration`. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes, separated by spaces; the portal's default if absent. */
  readonly scope?: string;
  /** Additional parameters of the token request, such as `audience` or `resource`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Where the secret is sent: in the `Authorization` header (default) or in the form. */
  readonly authentication?: 'header' | 'form';
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

interface Token {
  readonly value: string;
  /** When to renew it, in milliseconds since the epoch on the local clock. */
  readonly renewAtMs: number;
}

/** A token is renewed this long before it expires, so that it does not expire in transit. */
const RENEWAL_MARGIN_MS = 30_000;

/** Assumed lifetime if the portal sends no `expires_in`, which is optional in RFC 6749. */
const DEFAULT_LIFETIME_S = 300;

const TOKEN_TIMEOUT_MS = 15_000;

/**
 * Returns a token source for a server that calls in its own name. It fetches a token on the first request, caches it,
 * and renews it shortly before it expires or when the platform rejects it. Concurrent requests share one token.
 * @throws TokenError (from a call) if the portal rejects the request or returns no token
 */
export function clientCredentials(credentials: ClientCredentials): TokenSource {
  let current: Promise<Token> | undefined;

  const renew = (): Promise<Token> => {
    const fetched = fetchToken(credentials);
    current = fetched;
    // A failure is not cached.
    fetched.catch(() => {
      if (current === fetched) current = undefined;
    });
    return fetched;
  };

  return async (rejectedToken) => {
    const pending = current;
    const token = await (pending ?? renew());
    if (token.value !== rejectedToken && Date.now() < token.renewAtMs) return token.value;
    // A concurrent request may be renewing the token already.
    return (await (current === pending || current === undefined ? renew() : current)).value;
  };
}

async function fetchToken(credentials: ClientCredentials): Promise<Token> {
  const { tokenUrl, clientId, clientSecret, scope, parameters, authentication = 'header' } = credentials;
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) });
  for (const [name, value] of Object.entries(parameters ?? {})) form.set(name, value);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (authentication === 'header') {
    headers.authorization = `Basic ${btoa(`${encodeForm(clientId)}:${encodeForm(clientSecret)}`)}`;
  } else {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  }
  const requestedAtMs = Date.now();
  const send = credentials.fetch ?? fetch;
  const response = await send(tokenUrl, {
    method: 'POST',
    body: form,
    headers,
    credentials: 'omit',
    // A redirect would send the secret to another origin.
    redirect: 'error',
    signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(describeFailure(error, tokenUrl), { cause: error });
  });
  const body = await readBody(response);
  if (response.status >= 500) throw new Error(`${tokenUrl} answered ${response.status}`);
  if (!response.ok || typeof body.access_token !== 'string') {
    const reasons = [body.error, body.error_description].filter((part) => typeof part === 'string');
    throw new TokenError(`no token from ${tokenUrl}: ${[response.status, ...reasons].join(' ')}`);
  }
  const lifetimeMs = (typeof body.expires_in === 'number' ? body.expires_in : DEFAULT_LIFETIME_S) * 1000;
  // A short token, of less than twice the margin, is used for half of its lifetime.
  const usableMs = Math.max(lifetimeMs - RENEWAL_MARGIN_MS, lifetimeMs / 2);
  return { value: body.access_token, renewAtMs: requestedAtMs + usableMs };
}

async function readBody(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** Encodes client credentials for the `Authorization` header (RFC 6749, section 2.3.1). */
function encodeForm(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}
