import { HttpException } from '@nestjs/common';

/** An error that passes with time. The response has a `Retry-After` header. */
export abstract class RetryableException extends HttpException {
  /** Whole seconds, at least 1. */
  abstract readonly retryAfterSeconds: number;
}
