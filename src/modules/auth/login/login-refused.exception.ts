import { HttpException } from '@nestjs/common';

/** A login that ends here, with a sentence for the person who reads the page. */
export class LoginRefusedException extends HttpException {
  constructor(message: string, status: 400 | 403) {
    super(message, status, { description: 'The login was refused' });
  }
}
