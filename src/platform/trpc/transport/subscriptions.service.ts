import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import { assertAccess } from '../../access/assert-access';
import { ENVIRONMENT } from '../../config/config.module';
import type { Environment } from '../../config/environment';
import { networkOf } from '../../limits/address-limit';
import { ConcurrencyLimit } from '../../limits/concurrency-limit';
import type { RequestContext } from '../context/request-context';
import { RequestContextFactory } from '../context/request-context.factory';
import type { Call } from './call';
import { CallFailures } from './call-failures.service';
import { type StreamEnd, acceptsEvents, sendEvents, sendFailedStream, withLastEventId } from './event-stream';
import { isCallerKnown } from './calls-without-caller';
import { ProcedureRunner } from './procedure-runner';
import type { RequestAdmission } from './request-admission';
import { removeRefusalHeaders, sendResults } from './response';

interface SubscriptionExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly admission: RequestAdmission;
}

/** Responds to subscriptions with streams of events. */
@Injectable()
export class Subscriptions {
  private readonly streams: ConcurrencyLimit;

  constructor(
    private readonly runner: ProcedureRunner,
    private readonly contexts: RequestContextFactory,
    private readonly failures: CallFailures,
    @Inject(ENVIRONMENT) { STREAMS_PER_ADDRESS }: Pick<Environment, 'STREAMS_PER_ADDRESS'>,
  ) {
    this.streams = new ConcurrencyLimit(
      STREAMS_PER_ADDRESS,
      'Too many streams are open from your network; try again in 5 seconds',
      'streams per address',
    );
  }

  /** Sends the events until their end; an ordinary error if they cannot start and the caller does not accept events. */
  async send(call: Call, exchange: SubscriptionExchange): Promise<StreamEnd> {
    const { request, response } = exchange;
    try {
      return (await this.sendWithoutCaller(call, exchange)) ?? (await this.sendEvents(call, exchange));
    } catch (error) {
      const failure = this.failures.toFailedCall(error, call);
      if (acceptsEvents(request)) sendFailedStream(response, failure.shape);
      else await sendResults(response, [failure], false);
      return failure;
    }
  }

  /** Sends what needs neither the caller nor the database, if the caller is not known; undefined if there is none. */
  private async sendWithoutCaller(
    call: Call,
    exchange: SubscriptionExchange,
  ): Promise<StreamEnd | undefined> {
    const { context, path } = call;
    if (!this.runner.contracts.get(path)?.runsWithoutCaller) return undefined;
    if (await isCallerKnown(context, this.contexts.database)) return undefined;
    return this.sendEvents({ ...call, context: context.withoutCaller() }, exchange).catch(() => undefined);
  }

  private async sendEvents(
    { context, path, ignored }: Call,
    { request, response, admission }: SubscriptionExchange,
  ): Promise<StreamEnd> {
    const procedure = this.runner.contracts.get(path);
    const caller = await context.resolveCaller();
    // Also a refusal takes a turn, as those of other calls.
    if (procedure) await admission.admit(procedure, caller);
    assertAccess(procedure?.access, caller);
    const readInput = () => withLastEventId(ignored.readInput(0, procedure?.input), request);
    if (procedure) await admission.admitInput(procedure, caller, readInput);
    const release = this.streams.enter(networkOf(context.address));
    try {
      const input = readInput();
      ignored.addHeader(response);
      const events: unknown = await this.runner.run(path, input, context);
      if (!isGenerator(events)) throw new TypeError('a subscription that returns no generator');
      removeRefusalHeaders(response);
      return await sendEvents(response, events, {
        shapeOf: (error) => this.failures.toErrorShape(error, { context, path }),
        // An access token expires by itself.
        findDenial: caller?.sessionId ? () => findEndOfSession(context) : undefined,
      });
    } finally {
      release();
    }
  }
}

/** Returns the error of a session that has ended. One that cannot be looked up counts as open, so that an outage ends no reply. */
async function findEndOfSession(context: RequestContext): Promise<UnauthorizedException | undefined> {
  try {
    await context.resolveCallerAgain();
    return undefined;
  } catch (error) {
    return error instanceof UnauthorizedException ? error : undefined;
  }
}

function isGenerator(value: unknown): value is AsyncGenerator {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
