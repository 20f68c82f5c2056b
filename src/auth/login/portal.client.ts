import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ENVIRONMENT } from '../../config/config.module';
import type { Environment } from '../../config/environment';
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
});

/** Where the portal is reached, and the name under which its accounts are known. */
export interface PortalEndpoints {
  readonly issuer: string;
  readonly authorization: string;
  readonly token: string;
  readonly userinfo: string;
}

export interface PortalAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Calls the identity portal. Every request of a browser has one deadline for all the calls that it causes. */
@Injectable()
export class PortalClient {
  private readonly deadlines = new AsyncLocalStorage<AbortSignal>();
  private discovered: PortalEndpoints | undefined;

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** Runs some work within one deadline. */
  withDeadline<T>(work: () => Promise<T>): Promise<T> {
    return this.deadlines.run(AbortSignal.timeout(DEADLINE_MS), work);
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
    return {
      issuer: OAUTH_ISSUER ?? new URL(OAUTH_AUTHORIZATION_URL).origin,
      authorization: OAUTH_AUTHORIZATION_URL,
      token: OAUTH_TOKEN_URL,
      userinfo: OAUTH_USERINFO_URL,
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
    const { authorization_endpoint, token_endpoint, userinfo_endpoint } = found.data;
    return {
      issuer,
      authorization: authorization_endpoint,
      token: token_endpoint,
      userinfo: userinfo_endpoint,
    };
  }

  private async call(url: string, init: RequestInit): Promise<PortalAnswer> {
    const signal = this.deadlines.getStore() ?? AbortSignal.timeout(DEADLINE_MS);
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
