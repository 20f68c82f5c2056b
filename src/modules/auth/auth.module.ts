import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { CallerResolver } from '../../platform/access/caller';
import { RouteCallers } from '../../platform/routes/route-callers.service';
import { AccountStore } from './accounts/account.store';
import { LoggedAccountService } from './accounts/logged-account.service';
import { AuthRouter } from './auth.router';
import { AuthenticationContextService } from './login/authentication-context.service';
import { LoginAttemptStore } from './login/login-attempt.store';
import { LoginLimits } from './login/login-limits';
import { LoginController } from './login/login.controller';
import { PortalStrategy } from './login/portal.strategy';
import { BackChannelLogoutController } from './back-channel-logout/back-channel-logout.controller';
import { LogoutTokensService } from './back-channel-logout/logout-tokens.service';
import { PortalAddressesService } from './portal/portal-addresses.service';
import { PortalClient } from './portal/portal.client';
import { PortalLogoutService } from './portal/portal-logout.service';
import { RequestCallersService } from './request-callers.service';
import { BrowserSessionsService } from './sessions/browser-sessions.service';
import { Cookies } from './sessions/cookies';
import { PageUserService } from './sessions/page-user.service';
import { SessionStore } from './sessions/session.store';
import { BearerTokensService } from './tokens/bearer-tokens.service';
import { JsonWebTokens } from './tokens/json-web-tokens';
import { MachineAccountStore } from './tokens/machine-account.store';
import { OpaqueTokens } from './tokens/opaque-tokens';
import { PortalKeys } from './tokens/portal-keys';

@Module({
  imports: [PassportModule],
  controllers: [BackChannelLogoutController, LoginController],
  providers: [
    AccountStore,
    AuthRouter,
    AuthenticationContextService,
    BearerTokensService,
    BrowserSessionsService,
    { provide: CallerResolver, useExisting: RequestCallersService },
    Cookies,
    JsonWebTokens,
    LoggedAccountService,
    LoginAttemptStore,
    LoginLimits,
    LogoutTokensService,
    MachineAccountStore,
    OpaqueTokens,
    PageUserService,
    PortalAddressesService,
    PortalClient,
    PortalKeys,
    PortalLogoutService,
    PortalStrategy,
    RequestCallersService,
    RouteCallers,
    SessionStore,
  ],
  exports: [CallerResolver, PageUserService, PortalAddressesService, RouteCallers],
})
export class AuthModule {}
