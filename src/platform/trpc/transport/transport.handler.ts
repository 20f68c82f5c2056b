import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import { assertAccess } from '../../access/assert-access';
import type { Caller } from '../../access/caller';
import type { ProcedureTransport } from '../../http/request-pipeline';
import { networkOf } from '../../limits/address-limit';
import { runInTurns } from '../../limits/current-turns';
import { RequestContextFactory } from '../context/request-context.factory';
import { UNKNOWN_PROCEDURE, countRefusedRequest, observeCall, observeStream } from '../observed-calls';
import { bodyOf } from './body';
import { CallAnswers } from './call-answers.service';
import { RefusalMessages } from './refusal-messages.service';
import { type Exchange, type ReadRequest, RequestReader } from './request-reader.service';
import { type CallResult, sendResults } from './response';
import { StoredResponses } from './stored-responses.service';
import { isStreamedBatch, resolveSession, sendStream } from './streamed-batch';
import { Subscriptions } from './subscriptions.service';
import { BASE_PATH, MAX_BATCH_CALLS, isProcedureUrl } from './target';

const SUBSCRIPTION_IN_BATCH = 'a batch holds queries and mutations; a subscription is called alone';

/** The exchange of a request that is refused as a whole; without a body if that must not be read. */
type RefusedExchange = Omit<Exchange, 'received'> & { readonly received: Exchange['received'] | undefined };

/** Handles all procedure calls, from plain HTTP callers and from tRPC clients. */
@Injectable()
export class TransportHandler implements ProcedureTransport {
  constructor(
    private readonly contexts: RequestContextFactory,
    private readonly stored: StoredResponses,
    private readonly reader: RequestReader,
    private readonly answers: CallAnswers,
    private readonly subscriptions: Subscriptions,
    private readonly refusals: RefusalMessages,
  ) {}

  sendStored(request: IncomingMessage, response: ServerResponse, headers: readonly string[]): boolean {
    return this.stored.send(request, response, headers);
  }

  /** Responds to a request. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const context = this.contexts.create(request, response);
    const received = bodyOf(request, networkOf(context.address));
    const exchange = { request, response, context, received };
    try {
      const read = await this.reader.read(exchange);
      if (read.kinds.has('subscription')) await this.subscribe(exchange, read);
      else if (isStreamedBatch(request, read.target)) await this.stream(exchange, read);
      else {
        const results = await Promise.all(this.answer(exchange, read));
        read.ignored.addHeader(response);
        await sendResults(response, results, read.target.isBatch);
      }
    } catch (error) {
      if (!this.refusals.mayRead(request)) received.release();
      await this.sendRefusal(exchange, await this.reader.waitToRefuse(error, context));
    } finally {
      received.release();
    }
  }

  refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const context = this.contexts.create(request, response);
    this.sendRefusal({ request, response, context, received: undefined }, error).catch(() =>
      response.destroy(),
    );
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
    const paths = names
      .split(/,|%2c/i, MAX_BATCH_CALLS)
      .map((name) => (this.reader.procedures.has(name) ? name : '?'));
    return `${BASE_PATH}/${[...new Set(paths)].join(',')}`;
  }

  private async sendRefusal(exchange: RefusedExchange, error: unknown): Promise<void> {
    const refusal = await this.refusals.ofRequest(error, exchange);
    countRefusedRequest(refusal);
    exchange.received?.release();
    await sendResults(exchange.response, [refusal], false);
  }

  private answer({ context }: Exchange, read: ReadRequest): Promise<CallResult>[] {
    const { target, input, ignored, admission } = read;
    return target.procedureNames.map((path, index) =>
      observeCall(this.reader.procedures.has(path) ? path : UNKNOWN_PROCEDURE, () =>
        this.answers.answer({ context, target, path, input, ignored, index }, admission),
      ),
    );
  }

  private async stream(exchange: Exchange, read: ReadRequest): Promise<void> {
    const { target, procedures, admission } = read;
    const endsSession = target.method === 'POST' && procedures.some((procedure) => procedure.endsSession);
    const caller = await resolveSession(exchange.context, { endsSession });
    if (caller) await admission.countOfAccount(caller);
    admission.setCaller(caller);
    // The batch has just taken the turn of the first part.
    await runInTurns(this.readInputs(read, caller), { startsNow: true });
    read.ignored.addHeader(exchange.response);
    await sendStream(exchange.response, this.answer(exchange, read));
  }

  /**
   * Reads the inputs of the calls that the caller may make: the response's headers are sent before the calls run. Yields after each
   * input.
   */
  private *readInputs({ target, ignored }: ReadRequest, caller: Caller | null): Generator<void, void> {
    for (const [index, path] of target.procedureNames.entries()) {
      const procedure = this.reader.procedures.get(path);
      try {
        assertAccess(procedure?.access, caller);
        ignored.readInput(index, procedure?.input);
      } catch {
        // The call itself reports the error.
      }
      yield;
    }
  }

  private async subscribe({ request, response, context }: Exchange, read: ReadRequest): Promise<void> {
    const { target, input, ignored, admission } = read;
    if (target.isBatch) throw new TRPCError({ code: 'BAD_REQUEST', message: SUBSCRIPTION_IN_BATCH });
    const [path = ''] = target.procedureNames;
    const call = { context, target, path, input, ignored, index: 0 };
    await observeStream(path, () => this.subscriptions.send(call, { request, response, admission }));
  }
}
