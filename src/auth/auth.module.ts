import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerResolver } from '../access/caller';
import { Account } from './account.entity';
import { AccountService } from './account.service';
import { AuthRouter } from './auth.router';
import { AuthService } from './auth.service';
import { Cookies } from './cookies';
import { LoginAttempt } from './login/login-attempt.entity';
import { LoginAttemptStore } from './login/login-attempt.store';
import { LoginController } from './login/login.controller';
import { PortalClient } from './login/portal.client';
import { PortalStrategy } from './login/portal.strategy';
import { Session } from './session.entity';
import { SessionService } from './session.service';

@Module({
  imports: [PassportModule, TypeOrmModule.forFeature([Account, Session, LoginAttempt])],
  controllers: [LoginController],
  providers: [
    AccountService,
    AuthRouter,
    AuthService,
    { provide: CallerResolver, useExisting: SessionService },
    Cookies,
    LoginAttemptStore,
    PortalClient,
    PortalStrategy,
    SessionService,
  ],
  exports: [AuthService, CallerResolver],
})
export class AuthModule {}
