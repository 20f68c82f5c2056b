import { Inject, Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { PortalAddresses } from '../portal/portal-addresses.service';
import { type PortalAnswer, PortalClient } from '../portal/portal.client';
import { PortalError } from '../portal/portal-error';
import { RecentFailure } from '../portal/recent-failure';
import { hashOf } from '../sessions/secret';
import { BoundedCache } from './bounded-cache';
import type { Claims } from './machine';
import { TokenRefused, TokensNotSetUp } from './token-refused';

/** How long an answer is kept: a token that the portal revokes is taken for as long. */
const KEPT_MS = 30_000;
const MOST_KEPT = 10_000;

/** Longest time that a call waits for an answer, in milliseconds. */
const DEADLINE_MS = 3_000;

/** How long a portal that failed is not asked about any token, in milliseconds. */
const PAUSE_MS = 5_000;

/** Tokens that are asked about at once. More of them are rubbish, or too much for the portal. */
const MOST_AT_ONCE = 20;

/** RFC 7662, 2.2. Some portals write null for what they do not know, which is nothing said. */
const answerSchema = z.looseObject({ active: z.boolean() }).transform(({ active, ...claims }) => ({
  active,
  claims: Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null)),
}));

/** A status that tells about one token, and not that the portal is in trouble: the next one may be asked about. */
const STATUSES_OF_ANSWERS = [200, 400];

type Answer = z.output<typeof answerSchema>;

/** Access tokens that only the portal can read (RFC 7662). */
@Injectable()
export class OpaqueTokens {
  private readonly logger = new Logger(OpaqueTokens.name);
  private readonly failure = new RecentFailure(PAUSE_MS);
  private readonly kept = new BoundedCache<Answer>(MOST_KEPT);
  private readonly asking = new Map<string, Promise<Answer>>();

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly addresses: PortalAddresses,
    private readonly portal: PortalClient,
  ) {}

  /**
   * What the portal says of a token that is active now and meant for this platform.
   * @throws TokenRefused
   * @throws PortalError where the portal cannot be asked, or could not a moment ago
   */
  async introspect(token: string): Promise<Claims> {
    const key = hashOf(token);
    const answer = this.kept.get(key) ?? (await this.ask(token, key));
    await this.assertUsable(answer);
    return answer.claims;
  }

  private ask(token: string, key: string): Promise<Answer> {
    const under = this.asking.get(key);
    if (under) return under;
    if (this.asking.size >= MOST_AT_ONCE) {
      return Promise.reject(new PortalError('introspection: too many tokens at once'));
    }
    const answer = this.fetch(token, key).finally(() => this.asking.delete(key));
    this.asking.set(key, answer);
    return answer;
  }

  private async fetch(token: string, key: string): Promise<Answer> {
    const { OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET } = this.environment;
    const { introspection, keys } = await this.addresses.endpoints();
    if (introspection === undefined || OAUTH_CLIENT_SECRET === undefined) {
      const reason = 'it is opaque, and the portal offers this platform no introspection';
      throw keys === undefined
        ? new TokensNotSetUp(
            'neither OAUTH_JWKS_URL nor OAUTH_INTROSPECTION_URL and OAUTH_CLIENT_SECRET are set',
          )
        : new TokenRefused(reason);
    }
    const form = new URLSearchParams({
      token,
      token_type_hint: 'access_token',
      client_id: OAUTH_CLIENT_ID,
      client_secret: OAUTH_CLIENT_SECRET,
    });
    this.failure.assertOver();
    const { status, body } = await this.post(introspection, form);
    const answer = answerSchema.safeParse(body);
    if (status !== 200 || !answer.success)
      throw new PortalError(`introspection: status ${status}, no answer`);
    this.kept.set(key, answer.data, Date.now() + KEPT_MS);
    return answer.data;
  }

  /** A portal that fails is left alone for a while. One line of the log says so, however many tokens were under way. */
  private async post(url: string, form: URLSearchParams): Promise<PortalAnswer> {
    try {
      const answer = await this.portal.withDeadline(() => this.portal.post(url, form), DEADLINE_MS);
      if (STATUSES_OF_ANSWERS.includes(answer.status)) return answer;
      throw new PortalError(`introspection: status ${answer.status}`);
    } catch (error) {
      if (!this.failure.isRecent) {
        this.logger.error({ err: error }, 'the portal could not be asked about an access token');
      }
      this.failure.remember(error);
      throw error;
    }
  }

  /** At every use, since a kept answer outlives the moment it was given. */
  private async assertUsable({ active, claims }: Answer): Promise<void> {
    if (!active) throw new TokenRefused('the portal says that it is not active');
    const { OAUTH_AUDIENCE, OAUTH_CLOCK_SKEW_SECONDS: skew } = this.environment;
    const { issuerInTokens } = await this.addresses.endpoints();
    const { iss = issuerInTokens, aud, exp = Infinity, nbf = 0, token_type: type = 'Bearer' } = claims;
    const now = Date.now() / 1_000;
    const audiences: readonly unknown[] = [aud].flat();
    if (iss !== issuerInTokens) throw new TokenRefused('introspection: iss');
    if (!audiences.includes(OAUTH_AUDIENCE)) throw new TokenRefused('introspection: aud');
    if (typeof exp !== 'number' || exp <= now - skew) throw new TokenRefused('introspection: exp');
    if (typeof nbf !== 'number' || nbf > now + skew) throw new TokenRefused('introspection: nbf');
    if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') {
      throw new TokenRefused('introspection: token_type');
    }
  }
}
