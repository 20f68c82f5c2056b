import { Inject, Injectable, Logger, ServiceUnavailableException } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { Exchange } from '../../../platform/access/exchange';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { PortalError } from '../portal/portal-error';
import { JsonWebTokens } from './json-web-tokens';
import { type Machine, readMachine } from './machine';
import { MachineAccountStore } from './machine-account.store';
import { OpaqueTokens } from './opaque-tokens';
import { InvalidTokenException, TokenRefused, TokensNotSetUp } from './token-refused';

/** Longest token that is looked at, in characters. A portal's are a tenth of it. */
const LONGEST = 8_192;

/** RFC 6750, 2.1. */
const TOKEN = /^[\w.~+/-]+=*$/;

/** RFC 7235, 2.1: the scheme in any case, and what follows it. Other schemes are somebody else's, such as a proxy's. */
const BEARER = /^bearer(?:\s+(.*))?$/is;

/** How long a caller is asked to wait for a portal that does not answer, in seconds. */
const RETRY_AFTER = '5';

/** Machines as callers: they present an access token of the portal's (RFC 6750, 2.1). */
@Injectable()
export class BearerTokens {
  private readonly logger = new Logger(BearerTokens.name);

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly signed: JsonWebTokens,
    private readonly opaque: OpaqueTokens,
    private readonly accounts: MachineAccountStore,
  ) {}

  /** What stands where a token belongs, usable or not; undefined where the caller presents none. */
  read(exchange: Exchange): string | undefined {
    const match = BEARER.exec(exchange.requestHeader('authorization') ?? '');
    return match ? (match[1] ?? '') : undefined;
  }

  /**
   * @throws InvalidTokenException; the answer's headers say so too (RFC 6750, 3), and the log says why
   * @throws ServiceUnavailableException where the portal would have to say whether the token is valid, and does not
   * answer, or is nowhere to be asked
   */
  async callerOf(token: string, exchange: Exchange): Promise<Caller> {
    try {
      const machine = await this.machineOf(token);
      const userId = await this.accounts.idOf(machine);
      return { userId, sessionId: null, role: machine.role, country: machine.country };
    } catch (error) {
      throw this.answerTo(error, exchange);
    }
  }

  /** What a caller is told of a token that was not taken. Why the portal failed is logged where it was asked, once. */
  private answerTo(error: unknown, exchange: Exchange): unknown {
    if (error instanceof TokenRefused) {
      this.logger.warn({ reason: error.message }, 'an access token was refused');
      exchange.appendResponseHeader('www-authenticate', 'Bearer error="invalid_token"');
      return new InvalidTokenException();
    }
    if (error instanceof TokensNotSetUp) {
      this.logger.error({ reason: error.message }, 'access tokens cannot be checked');
      return new ServiceUnavailableException(
        'This platform is not set up to check access tokens; tell its operator',
      );
    }
    if (!(error instanceof PortalError)) return error;
    this.logger.warn({ reason: error.message }, 'an access token could not be checked');
    exchange.appendResponseHeader('retry-after', RETRY_AFTER);
    return new ServiceUnavailableException(
      `The identity portal does not answer, so that your token cannot be checked; try again in ${RETRY_AFTER} seconds`,
    );
  }

  private async machineOf(token: string): Promise<Machine> {
    if (token.length > LONGEST) throw new TokenRefused('it is too long');
    if (!TOKEN.test(token)) throw new TokenRefused('it has characters that no token has');
    const claims = this.signed.recognises(token)
      ? await this.signed.verify(token)
      : await this.opaque.introspect(token);
    return readMachine(claims, this.environment);
  }
}
