import { Feature } from '../../platform/feature/feature';
import { authContract } from './auth.contract';
import { AuthModule } from './auth.module';
import { Account } from './accounts/account.entity';
import { LoginAttempt } from './login/login-attempt.entity';
import { Session } from './sessions/session.entity';

export const feature = new Feature({
  router: 'auth',
  position: 1,
  purpose:
    'Who is signed in, and signing out. Signing in is a visit to `/api/oauth/login` with a browser, or an access token of the identity portal.',
  module: AuthModule,
  contract: authContract,
  entities: [Account, LoginAttempt, Session],
});
