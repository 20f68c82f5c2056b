import { HttpException, HttpStatus } from '@nestjs/common';
import { RetryableException } from './retryable.exception';

/** HTTP 429. The response has a `Retry-After` header. */
export class TooManyRequestsException extends RetryableException {
  constructor(
    message: string,
    /** Whole seconds, at least 1. */
    readonly retryAfterSeconds: number,
  ) {
    const status = HttpStatus.TOO_MANY_REQUESTS;
    super(HttpException.createBody(message, 'Too Many Requests', status), status);
    // To format a stack takes longer than the rest of a refusal, of which there are many when they are needed.
    this.stack = message;
  }
}
