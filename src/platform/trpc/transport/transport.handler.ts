import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import { AppRouterHost } from 'nestjs-trpc';
import { assertAccess } from '../../access/assert-access';
import { ENVIRONMENT } from '../../config/config.module';
import type { Environment } from '../../config/environment';
import { CONTRACTS, type Contracts } from '../../contract/contracts.token';
import type { ProcedureContract } from '../../contract/contract';
import { errorShape, isForCaller } from '../errors/error-body';
import type { ErrorShape } from '../../contract/error-shape';
import { fromNestException } from '../errors/nest-exception.guard';
import { proceduresOf } from '../../contract/procedures';
import type { ProcedureTransport } from '../../http/request-pipeline';
import type { RequestContext } from '../context/request-context';
import { RequestContextFactory } from '../context/request-context.factory';
import { type Outcome, WrongMethodError, sendOutcomes, successBody } from './answer';
import { readBody } from './body';
import { assertSameSite } from './cross-site';
import { DeprecationNotices } from './deprecation-notices';
import { RequestInput } from './envelope';
import { readsEvents, sendEvents, sendFailedStream, withLastEventId } from './event-stream';
import { RepeatedCalls } from './repeated-calls';
import { OpenStreams } from './open-streams';
import { type StreamedRequest, isStreamedBatch, passOnBatch } from './streaming';
import { BASE_PATH, type Target, isProcedureUrl, readTarget } from './target';

const NO_SUBSCRIPTIONS = 'a batch holds queries and mutations; a subscription is called alone';

/** Answers every call of a procedure: plain HTTP callers and genuine tRPC clients by one code path. */
@Injectable()
export class TransportHandler implements ProcedureTransport {
  private readonly logger = new Logger(TransportHandler.name);
  private readonly procedures: ReadonlyMap<string, ProcedureContract>;
  private readonly origins: readonly string[];
  private readonly notices: DeprecationNotices;
  private readonly streams: OpenStreams;

  constructor(
    private readonly host: AppRouterHost,
    private readonly contexts: RequestContextFactory,
    private readonly repeated: RepeatedCalls,
    @Inject(CONTRACTS) contracts: Contracts,
    @Inject(ENVIRONMENT) { CORS_ORIGINS, STREAMS_PER_ADDRESS }: Environment,
  ) {
    this.origins = CORS_ORIGINS;
    this.streams = new OpenStreams(STREAMS_PER_ADDRESS);
    this.procedures = new Map(proceduresOf(contracts).map(({ path, contract }) => [path, contract]));
    this.notices = new DeprecationNotices(this.procedures);
  }

  /**
   * Answers a request, whatever it holds. Never rejects.
   * @param streamed takes the requests whose answer is a stream
   */
  async handle(request: IncomingMessage, response: ServerResponse, streamed: StreamedRequest): Promise<void> {
    const context = this.contexts.of(request, response);
    try {
      const target = readTarget(request);
      const procedures = target.paths.flatMap((path) => this.procedures.get(path) ?? []);
      const kinds = new Set(procedures.map(({ kind }) => kind));
      if (kinds.has('mutation')) assertSameSite(request, this.origins);
      const body = await readBody(request, response);
      const input = new RequestInput(body ?? target.input, target.batch);
      this.notices.announce(response, target, input);
      if (target.batch) await this.repeated.assertNoKey(context, procedures);
      if (kinds.has('subscription')) {
        const [path = ''] = target.paths;
        if (target.batch) throw new TRPCError({ code: 'BAD_REQUEST', message: NO_SUBSCRIPTIONS });
        await this.subscribe({ context, target, path, input, index: 0 }, { request, response });
        return;
      }
      if (isStreamedBatch(request, target)) {
        await this.settleSession(context, target, procedures);
        passOnBatch({ request, response, target, body, kinds }, streamed);
        return;
      }
      const outcomes = await Promise.all(
        target.paths.map((path, index) => this.call({ context, target, path, input, index })),
      );
      sendOutcomes(response, outcomes, target.batch);
    } catch (error) {
      sendOutcomes(response, [this.failure(fromNestException(error), undefined, context)], false);
    }
  }

  isProcedureUrl(url: string): boolean {
    return isProcedureUrl(url);
  }

  /**
   * The known procedures that a URL names, as their path; what it names beside them is left out.
   * @returns undefined for a URL that is not under the base path
   */
  proceduresOf(url: string): string | undefined {
    if (!isProcedureUrl(url)) return undefined;
    const [names = ''] = url.slice(BASE_PATH.length + 1).split('?', 1);
    const known = names.split(/,|%2c/i).map((name) => (this.procedures.has(name) ? name : '?'));
    return `${BASE_PATH}/${[...new Set(known)].join(',')}`;
  }

  private async call({ context, target, path, input, index }: Call): Promise<Outcome> {
    try {
      const procedure = this.procedures.get(path);
      if (!procedure) throw new TRPCError({ code: 'NOT_FOUND', message: 'no procedure has this name' });
      if (procedure.kind === 'mutation' && target.method === 'GET') throw new WrongMethodError('POST');
      // AccessGuard says the same later; here it comes before the input is looked at.
      const caller = await context.resolveCaller();
      assertAccess(procedure.access, caller);
      const owned = this.repeated.keyOf(context, procedure, caller);
      if (!procedure.input) input.assertJson();
      const value = procedure.input && input.of(index);
      const run = () => this.run(path, value, context);
      if (!owned) return { ok: true, body: successBody(await run()) };
      return await this.repeated.run({ procedure, path, input: value, ...owned }, run);
    } catch (error) {
      return this.failure(fromNestException(error), path, context);
    }
  }

  /** Answers with a stream; with an ordinary error where it cannot begin and the caller does not insist on events. */
  private async subscribe(call: Call, { request, response }: Exchanged): Promise<void> {
    const { context, path, input } = call;
    try {
      assertAccess(this.procedures.get(path)?.access, await context.resolveCaller());
      const leave = this.streams.enter(context.address);
      try {
        const events: unknown = await this.run(path, withLastEventId(input.of(0), request), context);
        if (!isGenerator(events)) throw new TypeError('a subscription that answers with no events');
        await sendEvents(response, events, (error) => this.shapeOf(fromNestException(error), path, context));
      } finally {
        leave();
      }
    } catch (error) {
      const outcome = this.failure(fromNestException(error), path, context);
      if (readsEvents(request)) sendFailedStream(response, outcome.shape);
      else sendOutcomes(response, [outcome], false);
    }
  }

  private run(path: string, input: unknown, context: RequestContext): unknown {
    let step: unknown = this.host.appRouter.createCaller(context);
    for (const name of path.split('.')) step = isCallable(step) ? Reflect.get(step, name) : undefined;
    if (!isCallable(step)) throw new TypeError('a procedure that the router does not have');
    return step(input);
  }

  /** A streamed answer sends its headers, cookies among them, before the procedures run. */
  private async settleSession(
    context: RequestContext,
    { method }: Target,
    procedures: readonly ProcedureContract[],
  ): Promise<void> {
    const valid = await context.resolveCaller().then(Boolean, () => false);
    const ends = method === 'POST' && procedures.some(({ endsSession }) => endsSession);
    if (valid && ends) await context.endSession();
  }

  private failure(error: unknown, path: string | undefined, context: RequestContext): FailedOutcome {
    return { ok: false, error, shape: this.shapeOf(error, path, context) };
  }

  private shapeOf(error: unknown, path: string | undefined, context: RequestContext): ErrorShape {
    if (!isForCaller(error)) this.logger.error({ err: error, path }, 'a call failed');
    return errorShape(error, path, context.requestId);
  }
}

interface Call {
  readonly context: RequestContext;
  readonly target: Target;
  readonly path: string;
  readonly input: RequestInput;
  readonly index: number;
}

interface Exchanged {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type FailedOutcome = Extract<Outcome, { ok: false }>;

function isGenerator(value: unknown): value is AsyncGenerator {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Every step of tRPC's caller is a function, the procedures' routers too. */
function isCallable(value: unknown): value is (input: unknown) => unknown {
  return typeof value === 'function';
}
