import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ENVIRONMENT } from '../../config/config.module';
import type { Environment } from '../../config/environment';
import { PortalAddresses } from '../portal-addresses.service';
import { PortalClient, type PortalEndpoints } from '../portal/portal.client';
import { PortalError } from '../portal/portal-error';
import { hashOf } from '../secret';
import { BoundedCache } from './bounded-cache';
import type { Claims } from './machine';
import { TokenRefused } from './token-refused';

/** How long an answer is kept: a token that the portal revokes is taken for as long. */
const KEPT_MS = 30_000;
const MOST_KEPT = 10_000;

/** Longest time that a call waits for an answer, in milliseconds. */
const DEADLINE_MS = 3_000;

/** Tokens that are asked about at once. More of them are rubbish, or too much for the portal. */
const MOST_AT_ONCE = 20;

/** RFC 7662, 2.2, as far as it is read here. */
const answerSchema = z.union([
  z.object({ active: z.literal(false) }),
  z.looseObject({
    active: z.literal(true),
    iss: z.string().optional(),
    aud: z.union([z.string(), z.array(z.string())]).optional(),
    exp: z.number().optional(),
    nbf: z.number().optional(),
    token_type: z.string().optional(),
  }),
]);

type Answer = z.output<typeof answerSchema>;

/** Access tokens that only the portal can read (RFC 7662). */
@Injectable()
export class OpaqueTokens {
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
   * @throws PortalError where the portal cannot be asked
   */
  async introspect(token: string): Promise<Claims> {
    const key = hashOf(token);
    const answer = this.kept.get(key) ?? (await this.ask(token, key));
    await this.assertUsable(answer);
    return answer;
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
    const { introspection } = await this.addresses.endpoints();
    if (introspection === undefined || OAUTH_CLIENT_SECRET === undefined) {
      throw new TokenRefused('it is opaque, and the portal offers this platform no introspection');
    }
    const form = new URLSearchParams({
      token,
      token_type_hint: 'access_token',
      client_id: OAUTH_CLIENT_ID,
      client_secret: OAUTH_CLIENT_SECRET,
    });
    const { status, body } = await this.portal.withDeadline(
      () => this.portal.post(introspection, form),
      DEADLINE_MS,
    );
    const answer = answerSchema.safeParse(body);
    if (status !== 200 || !answer.success) {
      throw new PortalError(`introspection: status ${status} or an answer that is none`);
    }
    this.kept.set(key, answer.data, Date.now() + KEPT_MS);
    return answer.data;
  }

  /** At every use, since a kept answer outlives the moment it was given. */
  private async assertUsable(answer: Answer): Promise<void> {
    if (!answer.active) throw new TokenRefused('the portal says that it is not active');
    const { OAUTH_AUDIENCE, OAUTH_CLOCK_SKEW_SECONDS: skew } = this.environment;
    const { issuerInTokens }: PortalEndpoints = await this.addresses.endpoints();
    const now = Date.now() / 1_000;
    if (answer.iss !== undefined && answer.iss !== issuerInTokens)
      throw new TokenRefused('introspection: iss');
    if (![answer.aud].flat().includes(OAUTH_AUDIENCE)) throw new TokenRefused('introspection: aud');
    if (answer.exp !== undefined && answer.exp <= now - skew) throw new TokenRefused('introspection: exp');
    if (answer.nbf !== undefined && answer.nbf > now + skew) throw new TokenRefused('introspection: nbf');
    if ((answer.token_type ?? 'bearer').toLowerCase() !== 'bearer') {
      throw new TokenRefused('introspection: token_type');
    }
  }
}
