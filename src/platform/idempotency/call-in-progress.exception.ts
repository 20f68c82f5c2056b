import { ConflictException } from '@nestjs/common';

/** HTTP 409: the first call with the same idempotency key is running. */
export class CallInProgressException extends ConflictException {
  /** Whole seconds, at least 1. */
  readonly retryAfterSeconds = 1;

  constructor() {
    super(
      'Idempotency-Key: the first call with this key still runs; send it again in a second for its answer',
    );
  }
}
