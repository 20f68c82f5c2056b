import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { InternalOAuthError } from 'passport-oauth2';
import { z } from 'zod';
import { addressOf } from '../../../platform/http/address';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { AddressLimit } from '../../../platform/limits/address-limit';
import type { LoginState } from './login-attempt.store';
import { LoginRefusedException } from './login-refused.exception';
import { PortalClient } from '../portal/portal.client';
import { PortalStrategy } from './portal.strategy';
import { PortalError } from '../portal/portal-error';

/** Errors that the portal reports by sending the browser back, and that are its own failure (RFC 6749, 4.1.2.1). */
const PORTAL_FAILURES = new Set(['server_error', 'temporarily_unavailable']);

/** Passport's guard over the portal: discovery comes first, and everything has one deadline. */
@Injectable()
abstract class PortalGuard extends AuthGuard() {
  constructor(
    private readonly strategy: PortalStrategy,
    private readonly portal: PortalClient,
    @Inject(ENVIRONMENT) protected readonly environment: Environment,
  ) {
    super({ defaultStrategy: strategy.registeredAs });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    this.check(request.query);
    return this.portal.withDeadline(async () => {
      await this.strategy.prepare();
      this.assertIssuer(request.query);
      return Boolean(await super.canActivate(context));
    });
  }

  /** The portal that answers is the one that was asked (RFC 9207), where it says which one it is and we know its name. */
  private assertIssuer({ iss }: Request['query']): void {
    const { OAUTH_ISSUER } = this.environment;
    if (iss === undefined || OAUTH_ISSUER === undefined || iss === OAUTH_ISSUER) return;
    throw new LoginRefusedException('This sign-in did not come from here.', 400);
  }

  /** Refuses a request that passport would take for something else. */
  protected abstract check(query: unknown): void;
}

const loginSchema = z.object({
  returnTo: z.string().default('/'),
  prompt: z.literal('login').optional(),
});

/** Sends the browser to the portal. */
@Injectable()
export class LoginGuard extends PortalGuard {
  private readonly limit: AddressLimit;

  constructor(strategy: PortalStrategy, portal: PortalClient, @Inject(ENVIRONMENT) environment: Environment) {
    super(strategy, portal, environment);
    this.limit = new AddressLimit(environment.LOGIN_ATTEMPTS_PER_MINUTE, (seconds) => {
      return `Too many sign-ins were begun from here. Please wait ${seconds} seconds.`;
    });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    await this.limit.consume(addressOf(request, this.environment.TRUST_PROXY));
    return super.canActivate(context);
  }

  protected override check(query: unknown): void {
    if (
      !loginSchema.extend({ code: z.never().optional(), error: z.never().optional() }).safeParse(query)
        .success
    ) {
      throw new LoginRefusedException('This sign-in link is not complete or not correct.', 400);
    }
  }

  override getAuthenticateOptions(context: ExecutionContext): {
    state: LoginState;
    prompt: string | undefined;
  } {
    const { returnTo, prompt } = loginSchema.parse(context.switchToHttp().getRequest<Request>().query);
    return { state: { returnTo: relativePath(returnTo) }, prompt };
  }
}

const callbackSchema = z.union([
  z.object({ error: z.string() }),
  z.object({ code: z.string().min(1), state: z.string().min(1), error: z.never().optional() }),
]);

/** Takes the browser back from the portal. */
@Injectable()
export class CallbackGuard extends PortalGuard {
  protected override check(query: unknown): void {
    const callback = callbackSchema.safeParse(query);
    if (!callback.success) throw new LoginRefusedException('This sign-in did not come from here.', 400);
    const { error } = callback.data;
    if (error === undefined || error === 'access_denied') return;
    if (PORTAL_FAILURES.has(error)) throw new PortalError('the portal reported a failure of its own');
    throw new LoginRefusedException('The portal did not sign you in.', 400);
  }

  override handleRequest<TUser>(error: unknown, user: TUser | false, ...[info]: readonly unknown[]): TUser {
    if (error instanceof Error) throw withoutWrapper(error);
    if (user) return user;
    if (isUnknownState(info)) {
      throw new LoginRefusedException(
        'This sign-in has expired, was used before, or was begun in another browser.',
        400,
      );
    }
    throw new LoginRefusedException('You did not allow the platform to see who you are.', 403);
  }
}

/** passport-oauth2 wraps whatever the exchange of a code throws. */
function withoutWrapper(error: Error): unknown {
  return error instanceof InternalOAuthError ? error.oauthError : error;
}

function isUnknownState(info: unknown): boolean {
  return info instanceof Object && 'message' in info && info.message === 'unknown state';
}

/** @throws LoginRefusedException for a path that would lead to another site */
function relativePath(path: string): string {
  const { origin, pathname, search, hash } = parsePath(path) ?? {
    origin: '',
    pathname: '',
    search: '',
    hash: '',
  };
  const normalised = `${pathname}${search}${hash}`;
  // Both as it came and as it leaves: "/.//host" is a path of this site, and the "//host" made of it is another site.
  if (origin !== HERE || parsePath(normalised)?.origin !== HERE) {
    throw new LoginRefusedException('This sign-in link leads to another site afterwards.', 400);
  }
  return normalised;
}

const HERE = 'http://here.invalid';

function parsePath(path: string): URL | undefined {
  return path.startsWith('/') && URL.canParse(path, HERE) ? new URL(path, HERE) : undefined;
}
