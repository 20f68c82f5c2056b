import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { SUBJECT } from '../accounts/account.store';
import { JsonWebTokens } from '../tokens/json-web-tokens';
import { TokenRefusedError } from '../tokens/token-errors';

/** The event of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** The portal sends a token at once. */
const MAX_AGE_SECONDS = 5 * 60;

/** Types of the header; without one, a token is as `jwt`. */
const TYPES = ['logout+jwt', 'application/logout+jwt', 'jwt'];

const claimsSchema = z.object({
  sub: z.string({ error: 'sub: the token names no person' }).regex(SUBJECT),
  sid: z.string({ error: 'sid: not a text' }).min(1).optional(),
  jti: z.string({ error: 'jti: not a text' }).min(1),
  iat: z.number({ error: 'iat: not a number' }),
  events: z.object({ [LOGOUT_EVENT]: z.object({}) }, { error: 'events: not a logout' }),
  // An ID token has it: it must not pass for a logout.
  nonce: z.undefined({ error: 'nonce: a logout token has none' }).optional(),
});

/** A logout at the portal. */
export interface PortalLogout {
  /** Of the token. */
  readonly id: string;
  readonly subject: string;
  /** Of the portal; undefined for all sessions of the person. */
  readonly sid: string | undefined;
  /** Seconds since 1970. */
  readonly issuedAt: number;
}

/** Checks the tokens by which the portal reports a logout. */
@Injectable()
export class LogoutTokensService {
  /** Ids of tokens that were used. In this process: in others, a repeated token ends no session that began after it. */
  private readonly used: LRUCache<string, true>;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly tokens: JsonWebTokens,
  ) {
    const seconds = MAX_AGE_SECONDS + 2 * environment.OAUTH_CLOCK_SKEW_SECONDS;
    this.used = new LRUCache({ max: 10_000, ttl: seconds * 1_000 });
  }

  /**
   * Returns the logout of a valid token that was not used before.
   * @throws TokenRefusedError
   * @throws PortalError if the portal's keys or issuer cannot be fetched
   * @throws TokensNotConfiguredError if the address of the keys is unknown
   */
  async verify(token: string): Promise<PortalLogout> {
    const payload = await this.tokens.verifyAs(token, {
      types: TYPES,
      wrongType: 'its header’s typ is neither logout+jwt nor JWT',
      defaultType: 'jwt',
      audience: this.environment.OAUTH_CLIENT_ID,
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: MAX_AGE_SECONDS,
    });
    const { data: claims, error } = claimsSchema.safeParse(payload);
    if (!claims) throw new TokenRefusedError(error.issues[0]?.message ?? 'no logout token');
    if (this.used.has(claims.jti)) throw new TokenRefusedError('jti: the token was used before');
    return { id: claims.jti, subject: claims.sub, sid: claims.sid, issuedAt: claims.iat };
  }

  /** Remembers that the logout of a token was done. Before, the portal can repeat one that failed. */
  markUsed({ id }: PortalLogout): void {
    this.used.set(id, true);
  }
}
