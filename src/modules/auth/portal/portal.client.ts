import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { PortalError } from './portal-error';

/** Longest time that all calls to the portal for one request may take together, in milliseconds. */
const DEADLINE_MS = 9_000;

/** Longest answer of the portal that is read, in bytes. */
const ANSWER_LIMIT = 512 * 1024;

const endpointsSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  jwks_uri: z.url().optional().catch(undefined),
  introspection_endpoint: z.url().optional().catch(undefined),
});

/** Where the portal is reached, and the name under which its accounts are known. */
export interface PortalEndpoints {
  readonly issuer: string;
  /** The issuer as the portal itself writes it, and so in its tokens: a final slash may be more or less than in ours. */
  readonly issuerInTokens: string;
  readonly authorization: string;
  readonly token: string;
  readonly userinfo: string;
  /** The keys that tokens are signed with (RFC 7517). */
  readonly keys: string | undefined;
  /** Where the portal says what a token is (RFC 7662). */
  readonly introspection: string | undefined;
}

export interface PortalAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** One for the process: each further storage slows every promise down. */
const deadlines = new AsyncLocalStorage<AbortSignal>();

/** Calls the identity portal. Every request of a browser has one deadline for all the calls that it causes. */
@Injectable()
export class PortalClient {
  private discovered: PortalEndpoints | undefined;

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** Runs some work within one deadline, in milliseconds. */
  withDeadline<T>(work: () => Promise<T>, deadline = DEADLINE_MS): Promise<T> {
    return deadlines.run(AbortSignal.timeout(deadline), work);
  }

  /** The portal's addresses: as configured, else by OpenID discovery, once it has succeeded. */
  async endpoints(): Promise<PortalEndpoints> {
    this.discovered ??= this.configured() ?? (await this.discover());
    return this.discovered;
  }

  /** Posts a form, as the token endpoint wants it. */
  post(url: string, form: URLSearchParams): Promise<PortalAnswer> {
    return this.call(url, { method: 'POST', body: form });
  }

  /** Reads a resource with an access token. */
  get(url: string, accessToken?: string): Promise<PortalAnswer> {
    return this.call(
      url,
      accessToken === undefined ? {} : { headers: { authorization: `Bearer ${accessToken}` } },
    );
  }

  private configured(): PortalEndpoints | undefined {
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
    };
  }

  /** OpenID Connect Discovery 1.0, section 4. */
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
    };
  }

  private async call(url: string, init: RequestInit): Promise<PortalAnswer> {
    const signal = deadlines.getStore() ?? AbortSignal.timeout(DEADLINE_MS);
    try {
      const headers = new Headers(init.headers);
      headers.set('accept', 'application/json');
      const response = await fetch(url, { ...init, headers, redirect: 'error', signal });
      return { status: response.status, body: JSON.parse(await boundedText(response)) as unknown };
    } catch (error) {
      if (error instanceof PortalError) throw error;
      throw new PortalError(`the portal gave no usable answer: ${reasonOf(error)}`);
    }
  }
}

async function boundedText(response: Response): Promise<string> {
  const body: AsyncIterable<Uint8Array> | null = response.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > ANSWER_LIMIT) throw new PortalError('the portal’s answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The kind of a failure. Its message may quote the answer, so only names and codes are kept. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}
