import {
  BadRequestException,
  Controller,
  HttpCode,
  Inject,
  Logger,
  type OnApplicationShutdown,
  Post,
  Req,
  Res,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { CallerAddresses } from '../../../platform/http/address';
import { RequestBody, isUtf8Of } from '../../../platform/http/json-body';
import { networkOf } from '../../../platform/limits/address-limit';
import { LimitedLines } from '../../../platform/refusals/limited-lines';
import { BACK_CHANNEL_LOGOUT_PATH } from '../../../shared/login-paths';
import { PortalAddressesService } from '../portal/portal-addresses.service';
import { PortalError } from '../portal/portal-error';
import { SessionStore } from '../sessions/session.store';
import { TokenRefusedError, TokensNotConfiguredError } from '../tokens/token-errors';
import { LogoutTokensService } from './logout-tokens.service';

/** A token has about 1 kB. */
const MAX_BODY_BYTES = 16 * 1024;

const RULES = { limit: MAX_BODY_BYTES, toError: () => refusal() };

/** Ends sessions when a person logs out at the portal, or an administrator of the portal ends theirs. For the portal only. */
@Controller()
export class BackChannelLogoutController implements OnApplicationShutdown {
  private readonly logger = new Logger(BackChannelLogoutController.name);
  /** Anybody can send tokens. */
  private readonly lines = new LimitedLines(
    this.logger,
    'logout tokens',
    'logout tokens were refused further times',
  );
  private readonly callerAddresses: CallerAddresses;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly tokens: LogoutTokensService,
    private readonly addresses: PortalAddressesService,
    private readonly sessions: SessionStore,
  ) {
    this.callerAddresses = new CallerAddresses(environment);
  }

  @Post(BACK_CHANNEL_LOGOUT_PATH)
  @HttpCode(200)
  async logOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    response.set('cache-control', 'no-store');
    const token = await readToken(request);
    try {
      const logout = await this.tokens.verify(token);
      const { issuer } = await this.addresses.getEndpoints();
      const { subject, sid, issuedAt } = logout;
      // Of a repeated token, sessions that began after the logout stay.
      const begunBefore = issuedAt + this.environment.OAUTH_CLOCK_SKEW_SECONDS;
      await this.sessions.endAtPortal({ issuer, subject, sid, begunBefore });
      this.tokens.markUsed(logout);
    } catch (error) {
      throw this.toException(error, request);
    }
  }

  onApplicationShutdown(): void {
    this.lines.writeNumbers();
  }

  /** Logs the reason and returns the exception for the portal. A PortalError was logged as an error where it occurred. */
  private toException(error: unknown, request: Request): unknown {
    if (error instanceof TokenRefusedError) {
      this.warn(request, error, 'a logout token was refused');
      return refusal();
    }
    if (error instanceof PortalError || error instanceof TokensNotConfiguredError) {
      this.warn(request, error, 'a logout token could not be checked');
      return new ServiceUnavailableException('the logout token cannot be checked just now');
    }
    return error;
  }

  private warn(request: Request, { message: reason }: Error, text: string): void {
    this.lines.record(networkOf(this.callerAddresses.of(request)), () => {
      this.logger.warn({ reason }, text);
    });
  }
}

async function readToken(request: Request): Promise<string> {
  if (!isUtf8Of(['application/x-www-form-urlencoded'], request.headers['content-type'])) throw refusal();
  const body = new RequestBody(request, 'portal', RULES);
  try {
    const tokens = new URLSearchParams(await body.readText()).getAll('logout_token');
    const [token = ''] = tokens;
    if (tokens.length !== 1 || token === '') throw refusal();
    return token;
  } finally {
    body.release();
  }
}

/** The answer of section 2.8. The reason is in the log only. */
function refusal(): BadRequestException {
  return new BadRequestException({ error: 'invalid_request', error_description: 'not a valid logout token' });
}
