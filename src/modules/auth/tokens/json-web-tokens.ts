import { Inject, Injectable } from '@nestjs/common';
import type { ProtectedHeaderParameters } from 'jose';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { PortalAddressesService } from '../portal/portal-addresses.service';
import { PortalError } from '../portal/portal-error';
import { loadJose } from './load-jose';
import type { Claims } from './machine';
import { PortalKeys } from './portal-keys';
import { TokenRefusedError, TokensNotConfiguredError } from './token-errors';

/** Asymmetric algorithms only. With HS256, an attacker could sign tokens with a public key as the shared secret. */
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

/** Values of the header's `typ`: those of RFC 9068, section 2.1, and the older `jwt`. */
const TYPES = ['at+jwt', 'application/at+jwt', 'jwt'];

/** Access tokens that the portal signs (RFC 9068). */
@Injectable()
export class JsonWebTokens {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly addresses: PortalAddressesService,
    private readonly keys: PortalKeys,
  ) {}

  /** Returns whether a token has the form of a signed token. Any other token is opaque. */
  async hasSignedForm(token: string): Promise<boolean> {
    return (await decodeHeader(token)) !== undefined;
  }

  /**
   * Returns the claims of a valid token that the portal signed for this platform.
   * @throws TokenRefusedError
   * @throws PortalError if the portal's keys or issuer cannot be fetched
   * @throws TokensNotConfiguredError if the address of the keys is unknown
   */
  async verify(token: string): Promise<Claims> {
    const type = (await decodeHeader(token))?.typ;
    if (typeof type !== 'string' || !TYPES.includes(type.toLowerCase())) {
      throw new TokenRefusedError('its header’s typ is neither at+jwt nor JWT');
    }
    const { errors } = await loadJose();
    const toRefusal = (error: unknown) => refusalOf(error, errors);
    const { issuerInTokens } = await this.addresses.getEndpoints();
    const startedAt = Date.now();
    try {
      return await this.verifyWithKeys(token, issuerInTokens);
    } catch (error) {
      // The portal may have replaced a key under its name.
      const hasWrongSignature = error instanceof errors.JWSSignatureVerificationFailed;
      if (!hasWrongSignature || !(await this.keys.renew(startedAt))) throw toRefusal(error);
    }
    return this.verifyWithKeys(token, issuerInTokens).catch((error: unknown) => {
      throw toRefusal(error);
    });
  }

  private async verifyWithKeys(token: string, issuer: string): Promise<Claims> {
    const { jwtVerify } = await loadJose();
    const { payload } = await jwtVerify(token, this.keys.findKey, {
      algorithms: ALGORITHMS,
      issuer,
      audience: this.environment.OAUTH_AUDIENCE,
      clockTolerance: this.environment.OAUTH_CLOCK_SKEW_SECONDS,
      requiredClaims: ['exp'],
    });
    return payload;
  }
}

async function decodeHeader(token: string): Promise<ProtectedHeaderParameters | undefined> {
  if (token.split('.').length !== 3) return undefined;
  const { decodeProtectedHeader } = await loadJose();
  try {
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}

type JoseErrors = Awaited<ReturnType<typeof loadJose>>['errors'];

/** Returns the error itself if the token could not be checked, else the refusal of the token. */
function refusalOf(error: unknown, errors: JoseErrors): unknown {
  if (error instanceof PortalError || error instanceof TokensNotConfiguredError) return error;
  return new TokenRefusedError(describeError(error, errors));
}

/** Returns the library's error code and the claim's name, without its message, which may quote the token. */
function describeError(error: unknown, errors: JoseErrors): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `${error.code}: ${error.claim}`;
  if (error instanceof errors.JOSEError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
