import { Injectable, Logger } from '@nestjs/common';
import type { ErrorShape } from '../../contract/error-shape';
import type { Outcome } from '../../database/database-unavailable.exception';
import { RefusedAccessLog } from '../../refusals/refused-access-log';
import type { RequestContext } from '../context/request-context';
import { errorShape, isForCaller } from '../errors/error-body';
import { fromNestException } from '../errors/nest-exception.guard';
import { logIfRefused } from '../errors/refused-calls';
import type { CallResult } from './response';

export type FailedCall = Extract<CallResult, { ok: false }>;

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

  /** @param outcome what the call may have changed before it failed */
  toFailedCall(thrown: unknown, call: FailedIn, outcome?: Outcome): FailedCall {
    const error = fromNestException(thrown, outcome);
    return { ok: false, error, shape: this.describe(error, call) };
  }

  toErrorShape(thrown: unknown, call: FailedIn): ErrorShape {
    return this.describe(fromNestException(thrown), call);
  }

  private describe(error: unknown, { context, path }: FailedIn): ErrorShape {
    if (!isForCaller(error)) this.logger.error({ err: error, path }, 'a call failed');
    logIfRefused(this.refused, error, { context, path });
    return errorShape(error, path, context.requestId);
  }
}
