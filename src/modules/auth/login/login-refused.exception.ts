import { HttpException } from '@nestjs/common';
import { LOGIN_REFUSAL_TEXTS, type LoginRefusal } from './login-refusal.texts';

const STATUSES: Readonly<Partial<Record<LoginRefusal, 403>>> = {
  'not allowed': 403,
  'second factor': 403,
  'unreadable role': 403,
  'unreadable country': 403,
};

/** Refuses a login. The reason is shown on the page, in the language of the browser. */
export class LoginRefusedException extends HttpException {
  /** @param prompt `login` if the next attempt has to begin with a new login at the portal */
  constructor(
    readonly reason: LoginRefusal,
    readonly prompt?: 'login',
  ) {
    super(LOGIN_REFUSAL_TEXTS.en.reasons[reason], STATUSES[reason] ?? 400, {
      description: 'The login was refused',
    });
  }
}
