import type { Environment } from '../../../platform/config/environment';
import type { Claims } from './machine';
import { TokenRefusedError, TokenRefusedWithAdviceError } from './token-errors';

const DAY_SECONDS = 24 * 60 * 60;

type TimeSettings = Pick<Environment, 'OAUTH_CLOCK_SKEW_SECONDS' | 'OAUTH_TOKEN_MAX_DAYS'>;

/**
 * Checks the times that neither the signature nor the introspection limits. An introspection may have no `exp`: the portal
 * is then asked again within seconds whether the token is active.
 * @throws TokenRefusedError if the token was issued in the future, or expires too late
 */
export function assertTokenTimes({ iat, exp }: Claims, settings: TimeSettings): void {
  const { OAUTH_CLOCK_SKEW_SECONDS: skew, OAUTH_TOKEN_MAX_DAYS: maxDays } = settings;
  const now = Date.now() / 1_000;
  if (iat !== undefined && typeof iat !== 'number') throw new TokenRefusedError('iat: not a number');
  if (iat !== undefined && iat > now + skew) {
    throw new TokenRefusedWithAdviceError(
      "iat: the token was issued in the future; check the portal's clock",
    );
  }
  if (typeof exp === 'number' && exp > now + skew + maxDays * DAY_SECONDS) {
    throw new TokenRefusedWithAdviceError(
      `exp: the token is valid for more than ${maxDays} days from now; request one with a shorter lifetime`,
    );
  }
}
