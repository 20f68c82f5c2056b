import { HttpStatus } from '@nestjs/common';
import { RetryableException } from './retryable.exception';

/** HTTP 503: the requests of all callers together reach a limit. The response has a `Retry-After` header. */
export class TooBusyException extends RetryableException {
  constructor(
    message: string,
    /** Whole seconds, at least 1. */
    readonly retryAfterSeconds: number,
  ) {
    super(message, HttpStatus.SERVICE_UNAVAILABLE);
    // To format a stack takes longer than the rest of a refusal, of which there are many when they are needed.
    this.stack = message;
  }
}
