import { HttpException, HttpStatus } from '@nestjs/common';

/** The caller asks too often; the answer tells when to come back. */
export class TooManyRequestsException extends HttpException {
  constructor(
    message: string,
    /** Whole seconds, at least one. */
    readonly retryAfterSeconds: number,
  ) {
    super(message, HttpStatus.TOO_MANY_REQUESTS);
  }
}
