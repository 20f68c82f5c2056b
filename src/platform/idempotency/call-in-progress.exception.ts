import { HttpStatus } from '@nestjs/common';
import { RetryableException } from '../limits/retryable.exception';

const TEXT =
  'Idempotency-Key: the first call with this key still runs; send it again in a second for its answer';

/** HTTP 409: the first call with the same idempotency key is running. */
export class CallInProgressException extends RetryableException {
  /** Whole seconds, at least 1. */
  readonly retryAfterSeconds = 1;

  constructor() {
    super(TEXT, HttpStatus.CONFLICT);
  }
}
