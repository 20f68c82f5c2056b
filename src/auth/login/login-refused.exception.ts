import { HttpException } from '@nestjs/common';

/** A login that ends here, with a sentence for the person who reads the page. */
export class LoginRefusedException extends HttpException {
  constructor(
    message: string,
    readonly refusal: 400 | 403,
  ) {
    super(message, refusal);
  }
}
