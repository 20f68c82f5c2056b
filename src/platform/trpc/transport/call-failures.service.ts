import { Injectable, Logger } from '@nestjs/common';
import type { ErrorShape } from '../../contract/error-shape';
import { RefusedAccessLog } from '../../refusals/refused-access-log';
import type { RequestContext } from '../context/request-context';
import { errorShape, isForCaller } from '../errors/error-body';
import { logIfRefused } from '../errors/refused-calls';
import type { CallResult } from './response';

type FailedCall = Extract<CallResult, { ok: false }>;

interface FailedIn {
  readonly context: RequestContext;
  /** The procedure; undefined if the request as a whole failed. */
  readonly path: string | undefined;
}

/** Makes error bodies. Logs errors that are internal, and refused access. */
@Injectable()
export class CallFailures {
  private readonly logger = new Logger(CallFailures.name);

  constructor(private readonly refused: RefusedAccessLog) {}

  toFailedCall(error: unknown, call: FailedIn): FailedCall {
    return { ok: false, error, shape: this.toErrorShape(error, call) };
  }

  toErrorShape(error: unknown, { context, path }: FailedIn): ErrorShape {
    if (!isForCaller(error)) this.logger.error({ err: error, path }, 'a call failed');
    logIfRefused(this.refused, error, { context, path });
    return errorShape(error, path, context.requestId);
  }
}
