import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { CallerResolver } from '../../platform/access/caller';
import { AccountStore } from './accounts/account.store';
import { AuthRouter } from './auth.router';
import { AuthService } from './auth.service';
import { BrowserSessions } from './sessions/browser-sessions.service';
import { Cookies } from './sessions/cookies';
import { LoginAttemptStore } from './login/login-attempt.store';
import { LoginController } from './login/login.controller';
import { PortalStrategy } from './login/portal.strategy';
import { PageVisitors } from './sessions/page-visitors.service';
import { PortalAddresses } from './portal/portal-addresses.service';
import { PortalClient } from './portal/portal.client';
import { RequestCallers } from './request-callers.service';
import { SessionStore } from './sessions/session.store';
import { BearerTokens } from './tokens/bearer-tokens.service';
import { JsonWebTokens } from './tokens/json-web-tokens';
import { MachineAccountStore } from './tokens/machine-account.store';
import { OpaqueTokens } from './tokens/opaque-tokens';
import { PortalKeys } from './tokens/portal-keys';

@Module({
  imports: [PassportModule],
  controllers: [LoginController],
  providers: [
    AccountStore,
    AuthRouter,
    AuthService,
    BearerTokens,
    BrowserSessions,
    { provide: CallerResolver, useExisting: RequestCallers },
    Cookies,
    JsonWebTokens,
    LoginAttemptStore,
    MachineAccountStore,
    OpaqueTokens,
    PageVisitors,
    PortalAddresses,
    PortalClient,
    PortalKeys,
    PortalStrategy,
    RequestCallers,
    SessionStore,
  ],
  exports: [AuthService, CallerResolver, PageVisitors, PortalAddresses],
})
export class AuthModule {}
