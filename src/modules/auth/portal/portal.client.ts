import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { PortalError } from './portal-error';

/** Maximum total time of all calls to the portal for one HTTP request. */
const DEADLINE_MS = 9_000;

const MAX_RESPONSE_BYTES = 512 * 1024;

const endpointsSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  jwks_uri: z.url().optional().catch(undefined),
  introspection_endpoint: z.url().optional().catch(undefined),
  end_session_endpoint: z.url().optional().catch(undefined),
  revocation_endpoint: z.url().optional().catch(undefined),
});

/** The portal's issuer and the URLs of its endpoints. */
export interface PortalEndpoints {
  /** As configured. Accounts are stored with it. */
  readonly issuer: string;
  /** As the portal writes it in its tokens. It may differ from `issuer` in a final slash. */
  readonly issuerInTokens: string;
  readonly authorization: string;
  readonly token: string;
  readonly userinfo: string;
  /** The keys that sign tokens (RFC 7517). */
  readonly keys: string | undefined;
  /** Token introspection (RFC 7662). */
  readonly introspection: string | undefined;
  /** Logout (OpenID Connect RP-Initiated Logout 1.0). Only from discovery. */
  readonly endSession: string | undefined;
  /** Token revocation (RFC 7009). Only from discovery. */
  readonly revocation: string | undefined;
}

export interface PortalResponse {
  readonly status: number;
  readonly body: unknown;
}

/** The deadline of the current request. One instance only, because each AsyncLocalStorage slows every promise down. */
const deadlines = new AsyncLocalStorage<AbortSignal>();

/** Calls the identity portal. All calls of one HTTP request share a deadline. */
@Injectable()
export class PortalClient {
  private endpoints: PortalEndpoints | undefined;

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** Runs `work`; all its portal calls share one deadline. */
  withDeadline<T>(work: () => Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> {
    return deadlines.run(AbortSignal.timeout(deadlineMs), work);
  }

  /** Returns the configured endpoints, or those from OpenID discovery. Caches the result. */
  async getEndpoints(): Promise<PortalEndpoints> {
    this.endpoints ??= this.readConfiguredEndpoints() ?? (await this.discover());
    return this.endpoints;
  }

  post(url: string, form: URLSearchParams): Promise<PortalResponse> {
    return this.call(url, { method: 'POST', body: form });
  }

  /** Posts a form for its effect. The body of the response is not read, and a redirect is not followed. */
  async postForStatus(url: string, form: URLSearchParams): Promise<number> {
    const response = await this.fetch(url, { method: 'POST', body: form, redirect: 'manual' });
    await response.body?.cancel();
    return response.status;
  }

  get(url: string, accessToken?: string): Promise<PortalResponse> {
    return this.call(
      url,
      accessToken === undefined ? {} : { headers: { authorization: `Bearer ${accessToken}` } },
    );
  }

  private readConfiguredEndpoints(): PortalEndpoints | undefined {
    const { OAUTH_ISSUER, OAUTH_AUTHORIZATION_URL, OAUTH_TOKEN_URL, OAUTH_USERINFO_URL } = this.environment;
    if (!OAUTH_AUTHORIZATION_URL || !OAUTH_TOKEN_URL || !OAUTH_USERINFO_URL) return undefined;
    const issuer = OAUTH_ISSUER ?? new URL(OAUTH_AUTHORIZATION_URL).origin;
    return {
      issuer,
      issuerInTokens: issuer,
      authorization: OAUTH_AUTHORIZATION_URL,
      token: OAUTH_TOKEN_URL,
      userinfo: OAUTH_USERINFO_URL,
      keys: this.environment.OAUTH_JWKS_URL,
      introspection: this.environment.OAUTH_INTROSPECTION_URL,
      endSession: undefined,
      revocation: undefined,
    };
  }

  /** Fetches the portal's discovery document (OpenID Connect Discovery 1.0, section 4). */
  private async discover(): Promise<PortalEndpoints> {
    const issuer = this.environment.OAUTH_ISSUER ?? '';
    const { status, body } = await this.get(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const found = endpointsSchema.safeParse(body);
    if (status !== 200 || !found.success) throw new PortalError('discovery: not an OpenID configuration');
    if (found.data.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) {
      throw new PortalError('discovery: the portal calls itself by another issuer than OAUTH_ISSUER');
    }
    return {
      issuer,
      issuerInTokens: found.data.issuer,
      authorization: found.data.authorization_endpoint,
      token: found.data.token_endpoint,
      userinfo: found.data.userinfo_endpoint,
      keys: this.environment.OAUTH_JWKS_URL ?? found.data.jwks_uri,
      introspection: this.environment.OAUTH_INTROSPECTION_URL ?? found.data.introspection_endpoint,
      endSession: found.data.end_session_endpoint,
      revocation: found.data.revocation_endpoint,
    };
  }

  private async call(url: string, init: RequestInit): Promise<PortalResponse> {
    const response = await this.fetch(url, { redirect: 'error', ...init });
    try {
      return { status: response.status, body: JSON.parse(await readBoundedText(response)) as unknown };
    } catch (error) {
      throw toPortalError(error);
    }
  }

  private async fetch(url: string, init: RequestInit): Promise<Response> {
    const signal = deadlines.getStore() ?? AbortSignal.timeout(DEADLINE_MS);
    try {
      // It refuses a token with characters that no header may have, and quotes it.
      const headers = new Headers(init.headers);
      headers.set('accept', 'application/json');
      return await fetch(url, { ...init, headers, signal });
    } catch (error) {
      throw toPortalError(error);
    }
  }
}

function toPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error;
  return new PortalError(`the portal gave no usable answer: ${getErrorCode(error)}`);
}

/**
 * Reads a response body as text.
 * @throws PortalError for a body of more than `MAX_RESPONSE_BYTES`
 */
async function readBoundedText(response: Response): Promise<string> {
  const body: AsyncIterable<Uint8Array> | null = response.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES) throw new PortalError('the portal’s answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the error's code or name, without its message, which may quote the response. */
function getErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}
