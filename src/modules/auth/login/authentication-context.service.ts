import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { PortalError } from '../portal/portal-error';
import { JsonWebTokens } from '../tokens/json-web-tokens';
import type { Claims } from '../tokens/machine';
import { TokenRefusedError, TokensNotConfiguredError } from '../tokens/token-errors';
import { LoginRefusedException } from './login-refused.exception';

/** Checks how a person has authenticated at the portal, if `OAUTH_ACR_VALUES` requires it. */
@Injectable()
export class AuthenticationContextService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly tokens: JsonWebTokens,
  ) {}

  /**
   * Checks that the ID token proves one of the required values (OpenID Connect Core 1.0, sections 2 and 3.1.3.7). A portal may
   * ignore `acr_values`, so only the claim counts. The token comes with the code of this attempt, which PKCE binds to it: a
   * nonce is not needed.
   * @param subject of the profile
   * @throws LoginRefusedException if the person has not authenticated in one of the required ways
   * @throws PortalError if the ID token is missing, invalid, or another person's
   */
  async assertSufficient(idToken: string | undefined, subject: string): Promise<void> {
    const { OAUTH_ACR_VALUES } = this.environment;
    if (OAUTH_ACR_VALUES.length === 0) return;
    if (idToken === undefined) throw new PortalError('the portal sent no ID token');
    const { sub, acr } = await this.verify(idToken);
    if (sub !== subject) throw new PortalError('the ID token is not of the person of the profile');
    if (typeof acr !== 'string' || !OAUTH_ACR_VALUES.includes(acr)) throw createInsufficientException();
  }

  private async verify(idToken: string): Promise<Claims> {
    const { OAUTH_CLIENT_ID } = this.environment;
    try {
      const claims = await this.tokens.verifyAs(idToken, {
        types: ['jwt'],
        wrongType: 'its header’s typ is not JWT',
        defaultType: 'jwt',
        audience: OAUTH_CLIENT_ID,
        requiredClaims: ['sub', 'iat', 'exp'],
      });
      // OpenID Connect Core, section 3.1.3.7: a token for several clients names the one that asked for it.
      const isForSeveral = Array.isArray(claims.aud) && claims.aud.length > 1;
      if (claims.azp === OAUTH_CLIENT_ID || (claims.azp === undefined && !isForSeveral)) return claims;
      throw new TokenRefusedError('azp: it was issued to another client');
    } catch (error) {
      if (error instanceof TokensNotConfiguredError) throw new PortalError(error.message);
      if (!(error instanceof TokenRefusedError)) throw error;
      throw new PortalError(`the ID token was refused: ${error.message}`);
    }
  }
}

/** Returns the refusal of a login without the required authentication. The next attempt asks for it at the portal again. */
export function createInsufficientException(): LoginRefusedException {
  return new LoginRefusedException('second factor', 'login');
}
