import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { InternalOAuthError } from 'passport-oauth2';
import { z } from 'zod';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { findLocale } from '../../../shared/locale';
import { createInsufficientException } from './authentication-context.service';
import type { LoginState } from './login-attempt.store';
import { LoginLimits, type LoginStep } from './login-limits';
import { readLoginQuery, readPageLanguage } from './login-query';
import { LoginRefusedException } from './login-refused.exception';
import { PortalClient } from '../portal/portal.client';
import { PortalStrategy } from './portal.strategy';
import { isForeignNavigation } from './sign-in-page';

/** Error codes of the callback that mean a failure of the portal (RFC 6749, section 4.1.2.1). */
const PORTAL_FAILURE_CODES = new Set(['server_error', 'temporarily_unavailable']);

/** Error code of a portal that cannot meet `acr_values` (OpenID Connect Unmet Authentication Requirements 1.0). */
const UNMET_REQUIREMENTS_CODE = 'unmet_authentication_requirements';

/** Passport's guard, after discovery of the portal's endpoints. Both share one deadline. */
@Injectable()
abstract class PortalGuard extends AuthGuard() {
  protected abstract readonly step: LoginStep;

  constructor(
    private readonly strategy: PortalStrategy,
    private readonly portal: PortalClient,
    private readonly limits: LoginLimits,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    super({ defaultStrategy: strategy.strategyName });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    // Addresses and cookies of one person's login.
    http.getResponse<Response>().set('cache-control', 'no-store');
    await this.limits.count(this.step, request);
    this.checkQuery(request.query);
    return this.portal.withDeadline(async () => {
      await this.strategy.loadEndpoints();
      this.assertIssuer(request.query);
      return Boolean(await super.canActivate(context));
    });
  }

  /** Checks that the callback comes from the configured portal (RFC 9207), if it names an issuer. */
  private assertIssuer({ iss }: Request['query']): void {
    const { OAUTH_ISSUER } = this.environment;
    if (iss === undefined || OAUTH_ISSUER === undefined || iss === OAUTH_ISSUER) return;
    throw new LoginRefusedException('not ours');
  }

  /**
   * Checks the query of this route.
   * @throws LoginRefusedException if it is invalid or the portal refused the login
   */
  protected abstract checkQuery(query: unknown): void;
}

/** Redirects the browser to the portal, unless a page of another site has sent it: the route then responds with a page. */
@Injectable()
export class LoginGuard extends PortalGuard {
  protected override readonly step = 'start';

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    return isForeignNavigation(request) || super.canActivate(context);
  }

  protected override checkQuery(query: unknown): void {
    readLoginQuery(query);
  }

  override getAuthenticateOptions(context: ExecutionContext): {
    state: LoginState;
    prompt: string | undefined;
    language: string | undefined;
  } {
    const query = readLoginQuery(context.switchToHttp().getRequest<Request>().query);
    const language = findLocale([readPageLanguage(query) ?? '']);
    return { state: { returnTo: query.returnTo, language }, prompt: query.prompt, language };
  }
}

const callbackSchema = z.union([
  z.object({ error: z.string() }),
  z.object({ code: z.string().min(1), state: z.string().min(1), error: z.never().optional() }),
]);

/** Authenticates the callback from the portal. */
@Injectable()
export class CallbackGuard extends PortalGuard {
  protected override readonly step = 'callback';

  protected override checkQuery(query: unknown): void {
    const callback = callbackSchema.safeParse(query);
    if (!callback.success) throw new LoginRefusedException('not ours');
    const { error } = callback.data;
    if (error === undefined || error === 'access_denied') return;
    if (error === UNMET_REQUIREMENTS_CODE) throw createInsufficientException();
    // Anyone can send this code, so it is no evidence of a failure.
    if (PORTAL_FAILURE_CODES.has(error)) throw new LoginRefusedException('portal failure');
    throw new LoginRefusedException('not signed in');
  }

  override handleRequest<TUser>(error: unknown, user: TUser | false, ...[info]: readonly unknown[]): TUser {
    if (error instanceof Error) throw unwrapError(error);
    if (user) return user;
    if (isUnknownState(info)) {
      throw new LoginRefusedException('expired');
    }
    throw new LoginRefusedException('not allowed');
  }
}

/** Returns the original error: passport-oauth2 wraps the errors of the code exchange. */
function unwrapError(error: Error): unknown {
  return error instanceof InternalOAuthError ? error.oauthError : error;
}

function isUnknownState(info: unknown): boolean {
  return info instanceof Object && 'message' in info && info.message === 'unknown state';
}
