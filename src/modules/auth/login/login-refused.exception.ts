import { HttpException } from '@nestjs/common';

/** Refuses a login. The message is shown on the page. */
export class LoginRefusedException extends HttpException {
  constructor(message: string, status: 400 | 403) {
    super(message, status, { description: 'The login was refused' });
  }
}
