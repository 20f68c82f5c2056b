import { Inject, Injectable } from '@nestjs/common';
import type { ProtectedHeaderParameters } from 'jose';
import type { LoginReason } from '../../../platform/access/refusal-details';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { PortalAddressesService } from '../portal/portal-addresses.service';
import { PortalError } from '../portal/portal-error';
import { loadJose } from './load-jose';
import type { Claims } from './machine';
import { PortalKeys } from './portal-keys';
import { TokenRefusedError, TokensNotConfiguredError } from './token-errors';

/** Values of the header's `typ`: those of RFC 9068, section 2.1, and the older `jwt`. */
const TYPES = ['at+jwt', 'application/at+jwt', 'jwt'];

/** What a kind of tokens must have. */
interface TokenRules {
  /** Values of the header's `typ`, in lower case. */
  readonly types: readonly string[];
  /** Reason of the refusal of any other type. */
  readonly wrongType: string;
  /** Type of a token without `typ`. */
  readonly defaultType?: string;
  readonly audience: string;
  readonly requiredClaims: readonly string[];
  /** In seconds since `iat`. */
  readonly maxTokenAge?: number;
}

/** Tokens that the portal signs: access tokens (RFC 9068), logout tokens. */
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
  verify(token: string): Promise<Claims> {
    return this.verifyAs(token, {
      types: TYPES,
      wrongType: 'its header’s typ is neither at+jwt nor JWT',
      audience: this.environment.OAUTH_AUDIENCE,
      requiredClaims: ['exp'],
    });
  }

  /** Returns the claims of a token as `verify`, by the rules of its kind. */
  async verifyAs(token: string, rules: TokenRules): Promise<Claims> {
    const header = await decodeHeader(token);
    const type = header?.typ ?? (header && rules.defaultType);
    if (typeof type !== 'string' || !rules.types.includes(type.toLowerCase())) {
      throw new TokenRefusedError(rules.wrongType);
    }
    const { errors } = await loadJose();
    const toRefusal = (error: unknown) => refusalOf(error, errors);
    const { issuerInTokens } = await this.addresses.getEndpoints();
    const startedAt = Date.now();
    try {
      return await this.verifyWithKeys(token, issuerInTokens, rules);
    } catch (error) {
      // The portal may have replaced a key under its name.
      const hasWrongSignature = error instanceof errors.JWSSignatureVerificationFailed;
      if (!hasWrongSignature || !(await this.keys.renew(startedAt))) throw toRefusal(error);
    }
    return this.verifyWithKeys(token, issuerInTokens, rules).catch((error: unknown) => {
      throw toRefusal(error);
    });
  }

  private async verifyWithKeys(token: string, issuer: string, rules: TokenRules): Promise<Claims> {
    const { jwtVerify } = await loadJose();
    const { payload } = await jwtVerify(token, this.keys.findKey, {
      algorithms: [...this.environment.OAUTH_TOKEN_ALGORITHMS],
      issuer,
      audience: rules.audience,
      clockTolerance: this.environment.OAUTH_CLOCK_SKEW_SECONDS,
      requiredClaims: [...rules.requiredClaims],
      ...(rules.maxTokenAge !== undefined && { maxTokenAge: rules.maxTokenAge }),
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
  return new TokenRefusedError(describeError(error, errors), reasonOf(error, errors));
}

/** Audience and expiry are checked after the signature. */
function reasonOf(error: unknown, errors: JoseErrors): LoginReason {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') return 'wrong_audience';
  return error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid ? 'malformed' : 'invalid';
}

/** Returns the library's error code and the claim's name, without its message, which may quote the token. */
function describeError(error: unknown, errors: JoseErrors): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `${error.code}: ${error.claim}`;
  if (error instanceof errors.JOSEError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
