import { ConflictException } from '@nestjs/common';

/** The same call, under the same key, still runs. */
export class CallInProgressException extends ConflictException {
  /** Whole seconds, at least one. */
  readonly retryAfterSeconds = 1;

  constructor() {
    super(
      'Idempotency-Key: the first call with this key still runs; send it again in a second for its answer',
    );
  }
}
