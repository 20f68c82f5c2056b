import { HttpStatus } from '@nestjs/common';
import { RetryableException } from './retryable.exception';

/** HTTP 429. The response has a `Retry-After` header. */
export class TooManyRequestsException extends RetryableException {
  constructor(
    message: string,
    /** Whole seconds, at least 1. */
    readonly retryAfterSeconds: number,
  ) {
    super(message, HttpStatus.TOO_MANY_REQUESTS);
    // To format a stack takes longer than the rest of a refusal, of which there are many when they are needed.
    this.stack = message;
  }
}
