import { HttpException, HttpStatus } from '@nestjs/common';

/** HTTP 429. The response has a `Retry-After` header. */
export class TooManyRequestsException extends HttpException {
  constructor(
    message: string,
    /** Whole seconds, at least 1. */
    readonly retryAfterSeconds: number,
  ) {
    super(message, HttpStatus.TOO_MANY_REQUESTS);
  }
}
