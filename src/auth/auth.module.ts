import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerResolver } from '../access/caller';
import { Account } from './account.entity';
import { AccountStore } from './account.store';
import { AuthRouter } from './auth.router';
import { AuthService } from './auth.service';
import { Cookies } from './cookies';
import { LoginAttempt } from './login/login-attempt.entity';
import { LoginAttemptStore } from './login/login-attempt.store';
import { LoginController } from './login/login.controller';
import { PortalClient } from './login/portal.client';
import { PortalStrategy } from './login/portal.strategy';
import { Session } from './session.entity';
import { BrowserSessions } from './browser-sessions.service';
import { SessionStore } from './session.store';

@Module({
  imports: [PassportModule, TypeOrmModule.forFeature([Account, Session, LoginAttempt])],
  controllers: [LoginController],
  providers: [
    AccountStore,
    AuthRouter,
    AuthService,
    { provide: CallerResolver, useExisting: BrowserSessions },
    Cookies,
    LoginAttemptStore,
    PortalClient,
    PortalStrategy,
    BrowserSessions,
    SessionStore,
  ],
  exports: [AuthService, CallerResolver],
})
export class AuthModule {}
