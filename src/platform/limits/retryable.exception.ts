import { STATUS_CODES } from 'node:http';
import { HttpException, type HttpExceptionOptions, type HttpStatus } from '@nestjs/common';

/** An error that passes with time. The response has a `Retry-After` header. */
export abstract class RetryableException extends HttpException {
  /** Whole seconds, at least 1. */
  abstract readonly retryAfterSeconds: number;

  constructor(message: string, status: HttpStatus, options?: HttpExceptionOptions) {
    super(HttpException.createBody(message, STATUS_CODES[status] ?? 'Error', status), status, options);
  }
}
