import { Injectable, Logger } from '@nestjs/common';
import type { OnErrorOptions, TRPCErrorHandler } from 'nestjs-trpc';
import { RefusedAccessLog } from '../../refusals/refused-access-log';
import { RequestContext } from '../context/request-context';
import { logIfRefused } from './refused-calls';
import { isForCaller } from './error-body';

/** Logs internal errors of streamed batches, whose callers get only a fixed message, and refused access. */
@Injectable()
export class StreamErrorLog implements TRPCErrorHandler {
  private readonly logger = new Logger(StreamErrorLog.name);

  constructor(private readonly refused: RefusedAccessLog) {}

  onError({ error, path, ctx }: OnErrorOptions): void {
    if (ctx instanceof RequestContext) logIfRefused(this.refused, error, { context: ctx, path });
    if (!isForCaller(error)) this.logger.error({ err: error, path }, 'a streamed call failed');
  }
}
