import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { CircuitBreaker } from '../portal/circuit-breaker';
import { PortalAddressesService } from '../portal/portal-addresses.service';
import { PortalClient, type PortalResponse } from '../portal/portal.client';
import { PortalError } from '../portal/portal-error';
import { hashOf } from '../sessions/secret';
import type { Claims } from './machine';
import { TokenRefusedError, TokensNotConfiguredError } from './token-errors';

/** A revoked token is accepted for at most this time. */
const CACHE_TTL_MS = 30_000;
const MAX_CACHED_TOKENS = 10_000;

/** Maximum time that a call waits for introspection. */
const INTROSPECTION_TIMEOUT_MS = 3_000;

/** Pause of all introspection after a failure. */
const PAUSE_MS = 5_000;

/** Limits the load on the portal if a caller sends many invalid tokens. */
const MAX_CONCURRENT_INTROSPECTIONS = 20;

/** RFC 7662, section 2.2. Some portals write null for missing claims. */
const introspectionSchema = z.looseObject({ active: z.boolean() }).transform(({ active, ...claims }) => ({
  active,
  claims: Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null)),
}));

/** Other statuses mean that the portal fails for every token. */
const STATUSES_OF_ONE_TOKEN = [200, 400];

type Introspection = z.output<typeof introspectionSchema>;

/** Checks opaque access tokens by introspection at the portal (RFC 7662). */
@Injectable()
export class OpaqueTokens {
  private readonly logger = new Logger(OpaqueTokens.name);
  private readonly breaker = new CircuitBreaker('portal introspection', PAUSE_MS);
  private readonly pending = new Map<string, Promise<Introspection>>();
  private readonly cache = new LRUCache<string, Introspection>({
    max: MAX_CACHED_TOKENS,
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
    // The clock of `exp` and `nbf`, which tests move.
    perf: Date,
  });

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly addresses: PortalAddressesService,
    private readonly portal: PortalClient,
  ) {}

  /**
   * Returns the claims of an active token for this platform.
   * @throws TokenRefusedError
   * @throws PortalError if introspection fails, or failed less than `PAUSE_MS` ago
   * @throws TokensNotConfiguredError if neither introspection nor the portal's keys are configured
   */
  async introspect(token: string): Promise<Claims> {
    const key = hashOf(token);
    const introspection = this.cache.get(key) ?? (await this.fetchOnce(token, key));
    await this.assertValid(introspection);
    return introspection.claims;
  }

  /** Concurrent calls with one token share the request. */
  private fetchOnce(token: string, key: string): Promise<Introspection> {
    const pending = this.pending.get(key);
    if (pending) return pending;
    if (this.pending.size >= MAX_CONCURRENT_INTROSPECTIONS) {
      return Promise.reject(new PortalError('introspection: too many tokens at once'));
    }
    const introspection = this.fetch(token, key).finally(() => this.pending.delete(key));
    this.pending.set(key, introspection);
    return introspection;
  }

  private async fetch(token: string, key: string): Promise<Introspection> {
    const { OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET } = this.environment;
    const { introspection, keys } = await this.addresses.getEndpoints();
    if (introspection === undefined || OAUTH_CLIENT_SECRET === undefined) {
      if (keys !== undefined)
        throw new TokenRefusedError(
          'it is opaque, and the portal offers this platform no introspection',
          'malformed',
        );
      const reason = 'neither OAUTH_JWKS_URL nor OAUTH_INTROSPECTION_URL and OAUTH_CLIENT_SECRET are set';
      throw new TokensNotConfiguredError(reason);
    }
    const form = new URLSearchParams({
      token,
      token_type_hint: 'access_token',
      client_id: OAUTH_CLIENT_ID,
      client_secret: OAUTH_CLIENT_SECRET,
    });
    this.breaker.assertClosed();
    const { status, body } = await this.post(introspection, form);
    const result = introspectionSchema.safeParse(body);
    if (status !== 200 || !result.success)
      throw new PortalError(`introspection: status ${status}, no answer`);
    this.cache.set(key, result.data);
    return result.data;
  }

  /** Logs only the first of several concurrent failures. */
  private async post(url: string, form: URLSearchParams): Promise<PortalResponse> {
    try {
      const send = () => this.portal.post(url, form);
      const response = await this.portal.withDeadline(send, INTROSPECTION_TIMEOUT_MS);
      if (STATUSES_OF_ONE_TOKEN.includes(response.status)) return response;
      throw new PortalError(`introspection: status ${response.status}`);
    } catch (error) {
      if (!this.breaker.isOpen) {
        this.logger.error({ err: error }, 'the portal could not be asked about an access token');
      }
      this.breaker.open(error);
      throw error;
    }
  }

  /** Called at every use, because a token may expire while its introspection is cached. */
  private async assertValid({ active, claims }: Introspection): Promise<void> {
    if (!active) throw new TokenRefusedError('the portal says that it is not active');
    const { OAUTH_AUDIENCE, OAUTH_CLOCK_SKEW_SECONDS: skew } = this.environment;
    const { issuerInTokens } = await this.addresses.getEndpoints();
    const { iss = issuerInTokens, aud, exp = Infinity, nbf = 0, token_type: type = 'Bearer' } = claims;
    const now = Date.now() / 1_000;
    const audiences: readonly unknown[] = [aud].flat();
    if (iss !== issuerInTokens) throw new TokenRefusedError('introspection: iss');
    if (!audiences.includes(OAUTH_AUDIENCE))
      throw new TokenRefusedError('introspection: aud', 'wrong_audience');
    if (typeof exp !== 'number') throw new TokenRefusedError('introspection: exp');
    if (exp <= now - skew) throw new TokenRefusedError('introspection: exp', 'expired');
    if (typeof nbf !== 'number' || nbf > now + skew) throw new TokenRefusedError('introspection: nbf');
    if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') {
      throw new TokenRefusedError('introspection: token_type');
    }
  }
}
