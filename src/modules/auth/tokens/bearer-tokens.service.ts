import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
  ServiceUnavailableException,
} from '@nestjs/common';
import { InvalidTokenException } from '../../../platform/access/access-refusals';
import { CHALLENGE } from '../../../platform/access/challenge';
import type { LoginReason } from '../../../platform/access/refusal-details';
import type { Caller } from '../../../platform/access/caller';
import type { Exchange } from '../../../platform/access/exchange';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { CallerAddresses } from '../../../platform/http/address';
import { currentRequest } from '../../../platform/http/current-request';
import { networkOf } from '../../../platform/limits/address-limit';
import { LimitedLines } from '../../../platform/refusals/limited-lines';
import { PortalError } from '../portal/portal-error';
import { JsonWebTokens } from './json-web-tokens';
import { type Machine, readMachine } from './machine';
import { MachineAccountStore } from './machine-account.store';
import { OpaqueTokens } from './opaque-tokens';
import { TokenRefusedError, TokenRefusedWithAdviceError, TokensNotConfiguredError } from './token-errors';
import { assertTokenTimes } from './token-times';

/** In characters: about ten times the length of a portal's tokens. */
export const MAX_TOKEN_LENGTH = 8_192;

/** RFC 6750, section 2.1. */
const TOKEN = /^[\w.~+/-]+=*$/;

/** The header `Authorization` with the scheme Bearer in any case (RFC 7235, section 2.1). Other schemes are ignored. */
const BEARER = /^bearer(?:\s+(.*))?$/is;

/** Value of `Retry-After` if the portal does not respond. */
const RETRY_AFTER_SECONDS = '5';

/** Authenticates machines by an access token of the portal (RFC 6750, section 2.1). */
@Injectable()
export class BearerTokensService implements OnApplicationShutdown {
  private readonly logger = new Logger(BearerTokensService.name);
  /** Anybody can send tokens. */
  private readonly lines = new LimitedLines(
    this.logger,
    'access tokens',
    'access tokens were refused further times',
  );
  private readonly callerAddresses: CallerAddresses;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly signedTokens: JsonWebTokens,
    private readonly opaqueTokens: OpaqueTokens,
    private readonly accounts: MachineAccountStore,
  ) {
    this.callerAddresses = new CallerAddresses(environment);
  }

  /** Returns the text after "Bearer", which may be empty or no valid token; undefined without that scheme. */
  readToken(exchange: Exchange): string | undefined {
    const match = BEARER.exec(exchange.requestHeader('authorization') ?? '');
    return match ? (match[1] ?? '') : undefined;
  }

  onApplicationShutdown(): void {
    this.lines.writeNumbers();
  }

  /**
   * Returns the caller of a token.
   * @throws InvalidTokenException if the token is refused; `WWW-Authenticate` is set (RFC 6750, section 3)
   * @throws ServiceUnavailableException if the portal does not respond, or no token check is configured
   */
  async authenticate(token: string, exchange: Exchange): Promise<Caller> {
    try {
      const machine = await this.verify(token);
      const userId = await this.accounts.findOrCreateId(machine);
      const { clientId: name, role, country } = machine;
      return { userId, sessionId: null, role, country, email: '', name };
    } catch (error) {
      throw this.toException(error, exchange);
    }
  }

  /** Logs the reason and returns the exception for the caller. A PortalError was logged as an error where it occurred. */
  private toException(error: unknown, exchange: Exchange): unknown {
    if (error instanceof TokenRefusedError) {
      this.warn(error, 'an access token was refused');
      exchange.appendResponseHeader('www-authenticate', challengeOf(error));
      return new InvalidTokenException(error.reason);
    }
    if (error instanceof TokensNotConfiguredError) {
      this.logger.error({ reason: error.message }, 'access tokens cannot be checked');
      return new ServiceUnavailableException(
        'This platform is not set up to check access tokens; tell its operator',
      );
    }
    if (!(error instanceof PortalError)) return error;
    this.warn(error, 'an access token could not be checked');
    exchange.appendResponseHeader('retry-after', RETRY_AFTER_SECONDS);
    return new ServiceUnavailableException(
      `The identity portal does not answer, so that your token cannot be checked; try again in ${RETRY_AFTER_SECONDS} seconds`,
    );
  }

  private warn({ message: reason }: Error, text: string): void {
    const request = currentRequest();
    this.lines.record(request ? networkOf(this.callerAddresses.of(request)) : '', () => {
      this.logger.warn({ reason }, text);
    });
  }

  private async verify(token: string): Promise<Machine> {
    if (token.length > MAX_TOKEN_LENGTH) throw new TokenRefusedError('it is too long', 'malformed');
    if (!TOKEN.test(token)) throw new TokenRefusedError('it has characters that no token has', 'malformed');
    const claims = (await this.signedTokens.hasSignedForm(token))
      ? await this.signedTokens.verify(token)
      : await this.opaqueTokens.introspect(token);
    assertTokenTimes(claims, this.environment);
    return readMachine(claims, this.environment);
  }
}

/** Descriptions of reasons, in ASCII without quotes and backslashes. */
const DESCRIPTIONS: Readonly<Partial<Record<LoginReason, string>>> = {
  malformed: 'it is not an access token: send the text of access_token after the word Bearer',
  expired: 'the token has expired: get a new one',
  wrong_audience: 'the token is for another platform: its audience (aud) is not this one',
};

/** Returns the value of `WWW-Authenticate` for a refused token (RFC 6750, section 3). */
function challengeOf(error: TokenRefusedError): string {
  const challenge = `${CHALLENGE}, error="invalid_token"`;
  const isAdvice = error instanceof TokenRefusedWithAdviceError;
  const description = isAdvice ? error.message : DESCRIPTIONS[error.reason];
  return description === undefined ? challenge : `${challenge}, error_description="${description}"`;
}
