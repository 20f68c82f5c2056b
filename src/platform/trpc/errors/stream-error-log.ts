import { Injectable, Logger } from '@nestjs/common';
import type { OnErrorOptions, TRPCErrorHandler } from 'nestjs-trpc';
import { isForCaller } from './error-body';

/** Logs internal errors of streamed batches, whose callers get only a fixed message. */
@Injectable()
export class StreamErrorLog implements TRPCErrorHandler {
  private readonly logger = new Logger(StreamErrorLog.name);

  onError({ error, path }: OnErrorOptions): void {
    if (!isForCaller(error)) this.logger.error({ err: error, path }, 'a streamed call failed');
  }
}
