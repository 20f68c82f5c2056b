import { Inject, Injectable } from '@nestjs/common';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { PortalAddresses } from '../portal/portal-addresses.service';
import { PortalError } from '../portal/portal-error';
import type { Claims } from './machine';
import { PortalKeys } from './portal-keys';
import { TokenRefused, TokensNotSetUp } from './token-refused';

/** Signatures that only the holder of a private key can make. With a shared key, a public one would do to sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** RFC 9068, 2.1, and what portals wrote before it. */
const TYPES = ['at+jwt', 'application/at+jwt', 'jwt'];

/** Access tokens that the portal signs (RFC 9068). */
@Injectable()
export class JsonWebTokens {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly addresses: PortalAddresses,
    private readonly keys: PortalKeys,
  ) {}

  /** Whether a token has the form of a signed one; any other is opaque. */
  recognises(token: string): boolean {
    return headerOf(token) !== undefined;
  }

  /**
   * The claims of a token that the portal signed for this platform and that is valid now.
   * @throws TokenRefused
   * @throws PortalError where the keys cannot be had
   */
  async verify(token: string): Promise<Claims> {
    const type = headerOf(token)?.typ;
    if (typeof type !== 'string' || !TYPES.includes(type.toLowerCase())) {
      throw new TokenRefused('its header’s typ is neither at+jwt nor JWT');
    }
    const { issuerInTokens } = await this.addresses.endpoints();
    const began = Date.now();
    try {
      return await this.checked(token, issuerInTokens);
    } catch (error) {
      const isForged = error instanceof errors.JWSSignatureVerificationFailed;
      if (!isForged || !(await this.keys.renew(began))) throw refusalFor(error);
    }
    return this.checked(token, issuerInTokens).catch((error: unknown) => {
      throw refusalFor(error);
    });
  }

  private async checked(token: string, issuer: string): Promise<Claims> {
    const { payload } = await jwtVerify(token, this.keys.find, {
      algorithms: ALGORITHMS,
      issuer,
      audience: this.environment.OAUTH_AUDIENCE,
      clockTolerance: this.environment.OAUTH_CLOCK_SKEW_SECONDS,
      requiredClaims: ['exp'],
    });
    return payload;
  }
}

function headerOf(token: string): ReturnType<typeof decodeProtectedHeader> | undefined {
  if (token.split('.').length !== 3) return undefined;
  try {
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}

/** What a failed check means: that the token is refused, or that nobody could tell. */
function refusalFor(error: unknown): unknown {
  if (error instanceof PortalError || error instanceof TokensNotSetUp) return error;
  return new TokenRefused(reasonOf(error));
}

/** The library's code for it and the claim's name. Its messages may quote the token. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `${error.code}: ${error.claim}`;
  if (error instanceof errors.JOSEError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
