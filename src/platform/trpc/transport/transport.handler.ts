import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import { assertAccess } from '../../access/assert-access';
import { ENVIRONMENT } from '../../config/config.module';
import type { Environment } from '../../config/environment';
import type { Caller } from '../../access/caller';
import type { ProcedureContract, ResponseSharing } from '../../contract/contract';
import { errorShape, isForCaller } from '../errors/error-body';
import type { ErrorShape } from '../../contract/error-shape';
import { fromNestException, outcomeOf } from '../errors/nest-exception.guard';
import { encodeText } from '../../http/encoded-text';
import type { Handler } from '../../http/pipelined-express.adapter';
import type { ProcedureTransport } from '../../http/request-pipeline';
import { networkOf } from '../../limits/address-limit';
import { CallLimits } from '../../limits/call-limits';
import { ConcurrencyLimit } from '../../limits/concurrency-limit';
import { type SharedByEveryone, SharedResponsesService } from '../shared-responses/shared-responses.service';
import type { RequestContext } from '../context/request-context';
import { logIfRefused } from '../errors/refused-calls';
import { RequestContextFactory } from '../context/request-context.factory';
import { type CallResult, WrongMethodError, sendResults, successBody } from './response';
import { bodyOf, hasBody, readJson } from './body';
import { assertInputInBody, assertSameSite } from './cross-site';
import { DeprecationHeaders } from './deprecation-headers';
import { ProcedureRunner } from './procedure-runner';
import { RequestInput } from './request-input';
import { type StreamEnd, acceptsEvents, sendEvents, sendFailedStream, withLastEventId } from './event-stream';
import { answerInOutage, withoutCallerInOutage } from './outage-calls';
import { IdempotentRetries, type AccountKey } from './idempotent-retries';
import { RequestAdmission } from './request-admission';
import { sendStoredBody } from './stored-response';
import { forwardBatch, isStreamedBatch, resolveSession } from './streamed-batch';
import {
  UNKNOWN_PROCEDURE,
  countRefusedRequest,
  countStoredCall,
  observeCall,
  observeStream,
} from '../observed-calls';
import { BASE_PATH, type Target, isProcedureUrl, parseTarget } from './target';

const SUBSCRIPTION_IN_BATCH = 'a batch holds queries and mutations; a subscription is called alone';

/** Handles all procedure calls, from plain HTTP callers and from tRPC clients. */
@Injectable()
export class TransportHandler implements ProcedureTransport {
  private readonly logger = new Logger(TransportHandler.name);
  private readonly procedures: ReadonlyMap<string, ProcedureContract>;
  private readonly deprecations: DeprecationHeaders;
  /** The procedures whose response everyone shares, by the URL of a call without input. Without deprecated ones. */
  private readonly sharedByEveryone: ReadonlyMap<string, SharedProcedure>;
  private readonly streams: ConcurrencyLimit;

  constructor(
    private readonly runner: ProcedureRunner,
    private readonly contexts: RequestContextFactory,
    private readonly retries: IdempotentRetries,
    private readonly shared: SharedResponsesService,
    private readonly limits: CallLimits,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.streams = new ConcurrencyLimit(
      environment.STREAMS_PER_ADDRESS,
      'Too many streams are open from your network; try again in 5 seconds',
      'streams per address',
    );
    this.procedures = runner.contracts;
    this.deprecations = new DeprecationHeaders(this.procedures);
    this.sharedByEveryone = new Map(
      [...this.procedures].flatMap(([path, { sharing }]) =>
        sharing?.among === 'everyone' && !this.deprecations.canApplyTo(path)
          ? [[`${BASE_PATH}/${path}`, { path, sharing }]]
          : [],
      ),
    );
  }

  /**
   * Responds to a GET without input or credentials whose response everyone shares, if it is stored. Returns false for any other
   * request. Such a request needs no context, no caller and no promises, which take longer than all the rest of its work.
   * @param headers of every response, as names and values in turn
   */
  sendStored(request: IncomingMessage, response: ServerResponse, headers: readonly string[]): boolean {
    const shared = this.sharedByEveryone.get(request.url ?? '');
    if (!shared || request.method !== 'GET' || hasBody(request)) return false;
    // Credentials must be checked: invalid ones are refused.
    const { cookie, authorization } = request.headers;
    if (cookie !== undefined || authorization !== undefined) return false;
    const stored = this.shared.find(shared.path, shared.sharing);
    const limitHeaders = stored && this.limits.countFromMemory(this.contexts.addressOf(request));
    if (!limitHeaders) return false;
    sendStoredBody(response, stored, [...headers, ...limitHeaders]);
    countStoredCall(shared.path);
    return true;
  }

  /** Responds to a request, or forwards a streamed batch to nestjs-trpc's adapter in Express. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse, express: Handler): Promise<void> {
    const context = this.contexts.getOrCreate(request, response);
    const received = bodyOf(request, networkOf(context.address));
    try {
      const target = parseTarget(request);
      const procedures = target.procedureNames.flatMap((path) => this.procedures.get(path) ?? []);
      const kinds = new Set(procedures.map(({ kind }) => kind));
      const admission = new RequestAdmission(
        this.limits,
        { context, response },
        target.procedureNames.map((path) => this.procedures.get(path)),
      );
      const counted = admission.countFromAddress();
      if (counted) await counted;
      if (kinds.has('mutation')) assertSameSite(request, this.environment);
      const body = await readJson(request, received);
      if (kinds.has('mutation')) assertInputInBody(target, body);
      const input = new RequestInput(body ?? target.input, target.isBatch);
      this.deprecations.add(response, target, input);
      if (target.isBatch) await this.retries.assertNoKey(context, procedures);
      if (kinds.has('subscription')) {
        const [path = ''] = target.procedureNames;
        if (target.isBatch) throw new TRPCError({ code: 'BAD_REQUEST', message: SUBSCRIPTION_IN_BATCH });
        await observeStream(path, () =>
          this.subscribe({ context, target, path, input, index: 0 }, { request, response, admission }),
        );
        return;
      }
      if (isStreamedBatch(request, target)) {
        const endsSession = target.method === 'POST' && procedures.some((procedure) => procedure.endsSession);
        const caller = await resolveSession(context, { endsSession });
        if (caller) await admission.countOfAccount(caller);
        context.isForwarded = true;
        received.releaseAfter(response);
        forwardBatch({ request, response, target, body, kinds }, express);
        return;
      }
      const results = await Promise.all(
        target.procedureNames.map((path, index) =>
          observeCall(this.procedures.has(path) ? path : UNKNOWN_PROCEDURE, () =>
            this.answer({ context, target, path, input, index }, admission),
          ),
        ),
      );
      sendResults(response, results, target.isBatch);
    } catch (error) {
      const refusal = this.toFailedCall(fromNestException(error), undefined, context);
      countRefusedRequest(refusal);
      sendResults(response, [refusal], false);
    } finally {
      if (!context.isForwarded) received.release();
    }
  }

  isProcedureUrl(url: string): boolean {
    return isProcedureUrl(url);
  }

  /**
   * Returns the path of a URL with `?` in place of unknown procedures, for the log; undefined if the URL is not under the
   * base path.
   */
  logPathOf(url: string): string | undefined {
    if (!isProcedureUrl(url)) return undefined;
    const [names = ''] = url.slice(BASE_PATH.length + 1).split('?', 1);
    const paths = names.split(/,|%2c/i).map((name) => (this.procedures.has(name) ? name : '?'));
    return `${BASE_PATH}/${[...new Set(paths)].join(',')}`;
  }

  /** Answers a call; without the database, if it does not answer and the procedure needs none. */
  private answer(call: Call, admission: RequestAdmission): Promise<CallResult> {
    const result = this.call(call, admission);
    const procedure = this.procedures.get(call.path);
    if (!procedure?.runsInOutage) return result;
    const context = call.context.inOutage();
    return answerInOutage(result, this.contexts.database, () =>
      this.compute({ ...call, context, procedure, caller: null }).then(
        (body) => ({ ok: true, body: encodeText(body) }) as const,
        () => undefined,
      ),
    );
  }

  private async call(call: Call, admission: RequestAdmission): Promise<CallResult> {
    const { context, target, path, input } = call;
    const procedure = this.procedures.get(path);
    let hasBegun = false;
    try {
      if (!procedure) throw new TRPCError({ code: 'NOT_FOUND', message: 'no procedure has this name' });
      if (procedure.kind === 'mutation' && target.method === 'GET') throw new WrongMethodError('POST');
      // Needed beside AccessGuard, which runs after the input is read, and not at all for a stored response.
      const caller = await context.resolveCaller();
      assertAccess(procedure.access, caller);
      const admitted = admission.admit(procedure, caller);
      if (admitted) await admitted;
      if (!procedure.input) input.assertJson();
      const admittedCall = { ...call, procedure, caller };
      const key = this.retries.findKey(context, procedure, caller);
      const { sharing } = procedure;
      hasBegun = true;
      if (sharing) return await this.answerShared(admittedCall, sharing);
      if (key) return await this.answerOnce(admittedCall, key);
      return { ok: true, body: encodeText(await this.compute(admittedCall)) };
    } catch (error) {
      const outcome = hasBegun ? outcomeOf(procedure) : undefined;
      return this.toFailedCall(fromNestException(error, outcome), path, context);
    }
  }

  private async compute({ procedure, path, input, index, context }: AdmittedCall): Promise<string> {
    return successBody(await this.runner.run(path, procedure.input && input.read(index), context));
  }

  /** Answers a call whose response other callers share. */
  private async answerShared(call: AdmittedCall, sharing: ResponseSharing): Promise<CallResult> {
    const { procedure, path, caller, input, index } = call;
    const text = procedure.input ? input.textOf(index) : '';
    const sharedCall = { path, sharing, caller, input: text };
    const record = () =>
      this.runner.recordShared({ path, contract: procedure, caller }, () => input.read(index));
    // The same input succeeded before, so that its event needs not wait for the response.
    const recorded = this.shared.isKnown(sharedCall) ? record() : undefined;
    const [stored] = await Promise.all([this.shared.get(sharedCall, () => this.compute(call)), recorded]);
    if (!recorded) await record();
    return { ok: true, ...stored };
  }

  /** Answers a call with an `Idempotency-Key`: a retry gets the response to the first attempt. */
  private async answerOnce(call: AdmittedCall, key: AccountKey): Promise<CallResult> {
    const { procedure, path, caller, input, index, context } = call;
    const value = procedure.input && input.read(index);
    const result = await this.retries.run({ procedure, path, input: value, ...key }, () =>
      this.runner.run(path, value, context),
    );
    if (result.ok && result.replayed === true)
      await this.runner.recordReplay({ path, contract: procedure, caller, input: value }, result.body);
    return result;
  }

  /** Responds with a stream of events; with an ordinary error if it cannot start and the caller does not accept events. */
  private async subscribe(
    call: Call,
    { request, response, admission }: SubscribeExchange,
  ): Promise<StreamEnd> {
    const { path, input } = call;
    const procedure = this.procedures.get(path);
    let { context } = call;
    try {
      if (procedure?.runsInOutage) context = await withoutCallerInOutage(context, this.contexts.database);
      const caller = await context.resolveCaller();
      assertAccess(procedure?.access, caller);
      if (caller) await admission.countOfAccount(caller);
      const release = this.streams.enter(networkOf(context.address));
      try {
        const events: unknown = await this.runner.run(path, withLastEventId(input.read(0), request), context);
        if (!isGenerator(events)) throw new TypeError('a subscription that returns no generator');
        return await sendEvents(response, events, (error) =>
          this.toErrorShape(fromNestException(error), path, context),
        );
      } finally {
        release();
      }
    } catch (error) {
      const failure = this.toFailedCall(fromNestException(error), path, context);
      if (acceptsEvents(request)) sendFailedStream(response, failure.shape);
      else sendResults(response, [failure], false);
      return failure;
    }
  }

  private toFailedCall(error: unknown, path: string | undefined, context: RequestContext): FailedCall {
    return { ok: false, error, shape: this.toErrorShape(error, path, context) };
  }

  /** Returns the error body. Logs the error if it is internal, or if access was refused. */
  private toErrorShape(error: unknown, path: string | undefined, context: RequestContext): ErrorShape {
    if (!isForCaller(error)) this.logger.error({ err: error, path }, 'a call failed');
    logIfRefused(this.contexts.refused, error, { context, path });
    return errorShape(error, path, context.requestId);
  }
}

interface SharedProcedure {
  readonly path: string;
  readonly sharing: SharedByEveryone;
}

interface Call {
  readonly context: RequestContext;
  readonly target: Target;
  readonly path: string;
  readonly input: RequestInput;
  readonly index: number;
}

/** A call that its caller may make, within the limits. */
interface AdmittedCall extends Call {
  readonly procedure: ProcedureContract;
  readonly caller: Caller | null;
}

interface SubscribeExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly admission: RequestAdmission;
}

type FailedCall = Extract<CallResult, { ok: false }>;

function isGenerator(value: unknown): value is AsyncGenerator {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
