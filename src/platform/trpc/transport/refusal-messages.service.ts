import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import type { RequestBody } from '../../http/json-body';
import { type RefusedCall, RefusalWriters } from '../../refusals/refusal-writers';
import type { RequestContext } from '../context/request-context';
import { RequestContextFactory } from '../context/request-context.factory';
import { hasBody } from './body';
import type { Call } from './call';
import { CallFailures, type FailedCall } from './call-failures.service';
import { isCallerKnown } from './calls-without-caller';
import { RequestInput } from './request-input';
import { findInput, findNames } from './target';

/** Time for the caller to be known. Most refusals come later than that, or because of it. */
const CALLER_TIMEOUT_MS = 150;
/** Time for a body to arrive that nothing has read before the refusal. */
const BODY_TIMEOUT_MS = 500;

interface RefusedRequest {
  readonly request: IncomingMessage;
  readonly context: RequestContext;
  /** Undefined if the body must not be read. */
  readonly received: RequestBody | undefined;
}

/** Has the messages of errors written by their procedures, if these have a `RefusalWriter`. Never rejects. */
@Injectable()
export class RefusalMessages {
  private readonly logger = new Logger(RefusalMessages.name);

  constructor(
    private readonly writers: RefusalWriters,
    private readonly contexts: RequestContextFactory,
    private readonly failures: CallFailures,
  ) {}

  /** Returns whether the body of a refused request may be read for the message of its error. */
  mayRead({ url }: IncomingMessage): boolean {
    return findNames(url).some((path) => this.writers.find(path) !== undefined);
  }

  /** Returns the error of one call with its message. */
  ofCall(failed: FailedCall, { path, input, index, context }: Call): Promise<FailedCall> {
    return this.write(failed, path, {
      readInput: () => Promise.resolve(input.readAsSent(index)),
      findContext: () => this.withCaller(context),
    });
  }

  /** Returns the error of a request as a whole with its message: the first that one of its calls has written. */
  async ofRequest(error: unknown, { request, context, received }: RefusedRequest): Promise<FailedCall> {
    const failed = this.failures.toFailedCall(error, { context, path: undefined });
    let read: Promise<RequestInput> | undefined;
    const readInput = async (index: number) => {
      read ??= readOnce(request, received);
      return (await read).readAsSent(index);
    };
    for (const [index, path] of findNames(request.url).entries()) {
      const written = await this.write(failed, path, {
        readInput: received && (() => readInput(index).catch(() => undefined)),
        // Nothing has looked for the caller yet, and the refused request is no reason to.
        findContext: () => Promise.resolve(context.withoutCaller()),
      });
      if (written !== failed) return written;
    }
    return failed;
  }

  private async write(
    failed: FailedCall,
    path: string,
    call: Pick<RefusedCall, 'readInput' | 'findContext'>,
  ): Promise<FailedCall> {
    const write = this.writers.find(path);
    const { error, shape } = failed;
    // The client is gone, or its body does not arrive.
    if (!write || shape.data.code === 'TIMEOUT') return failed;
    const reason = error instanceof TRPCError ? (error.cause ?? error) : error;
    try {
      const message = await write({ ...call, reason, message: shape.message });
      return message === shape.message ? failed : { ...failed, shape: { ...shape, message } };
    } catch (unexpected) {
      this.logger.error({ err: unexpected, path }, 'a refusal has only its reason');
      return failed;
    }
  }

  private async withCaller(context: RequestContext): Promise<RequestContext> {
    const find = async () => {
      if (!(await isCallerKnown(context, this.contexts.database))) return undefined;
      context.caller = await context.resolveCaller();
      return context;
    };
    const notInTime = pause(CALLER_TIMEOUT_MS, undefined, { ref: false });
    const found = await Promise.race([find().catch(() => undefined), notInTime]);
    return found ?? context.withoutCaller();
  }
}

/** @throws Error if the input cannot be read */
async function readOnce(request: IncomingMessage, received: RequestBody | undefined): Promise<RequestInput> {
  const body = hasBody(request) ? received : undefined;
  const notInTime = pause(BODY_TIMEOUT_MS, undefined, { ref: false });
  const sent = body && (await Promise.race([body.readText(), notInTime]));
  const text = sent === '' ? undefined : sent;
  return new RequestInput(text ?? findInput(request.url), { isBatch: false, count: 1, isBulk: false });
}
