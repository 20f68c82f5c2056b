import { HttpException } from '@nestjs/common';

/** Refuses a login. The message is shown on the page. */
export class LoginRefusedException extends HttpException {
  /** @param prompt `login` if the next attempt has to begin with a new login at the portal */
  constructor(
    message: string,
    status: 400 | 403,
    readonly prompt?: 'login',
  ) {
    super(message, status, { description: 'The login was refused' });
  }
}
