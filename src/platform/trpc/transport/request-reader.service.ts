import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module';
import type { Environment } from '../../config/environment';
import type { ProcedureContract } from '../../contract/contract';
import type { RequestBody } from '../../http/json-body';
import { CallLimits } from '../../limits/call-limits';
import { FairTurns } from '../../limits/fair-turns';
import type { RequestContext } from '../context/request-context';
import { readJson } from './body';
import { assertInputInBody, assertSameSite } from './cross-site';
import { DeprecationHeaders } from './deprecation-headers';
import { IgnoredFields, applyPreference } from './ignored-fields';
import { IdempotentRetries } from './idempotent-retries';
import { ProcedureRunner } from './procedure-runner';
import { RequestAdmission } from './request-admission';
import { RequestInput } from './request-input';
import { type Target, parseTarget } from './target';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: RequestContext;
  readonly received: RequestBody;
}

/** A request that may call its procedures, as far as that does not depend on the procedure and its caller. */
export interface ReadRequest {
  readonly target: Target;
  /** The known procedures of the target. */
  readonly procedures: readonly ProcedureContract[];
  readonly kinds: ReadonlySet<ProcedureContract['kind']>;
  readonly admission: RequestAdmission;
  /** JSON; undefined if the request has no body. */
  readonly body: string | undefined;
  readonly input: RequestInput;
  readonly ignored: IgnoredFields;
}

/** Reads requests, counts them for their network, and checks what concerns all calls of a request. */
@Injectable()
export class RequestReader {
  readonly procedures: ReadonlyMap<string, ProcedureContract>;

  constructor(
    { contracts }: ProcedureRunner,
    private readonly retries: IdempotentRetries,
    private readonly limits: CallLimits,
    private readonly turns: FairTurns,
    private readonly deprecations: DeprecationHeaders,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.procedures = contracts;
  }

  /** Returns a request, or throws the error for the request as a whole. */
  async read({ request, response, context, received }: Exchange): Promise<ReadRequest> {
    const prefersStrict = applyPreference(request, response);
    const target = parseTarget(request, this.procedures);
    const contracts = target.procedureNames.map((path) => this.procedures.get(path));
    const procedures = contracts.flatMap((contract) => contract ?? []);
    const kinds = new Set(procedures.map(({ kind }) => kind));
    const admission = new RequestAdmission(
      { limits: this.limits, turns: this.turns },
      { context, response },
      contracts,
    );
    const counted = admission.countFromAddress();
    if (counted) await counted;
    if (kinds.has('mutation')) assertSameSite(request, this.environment);
    await admission.waitToRead();
    const owner = { accountId: null, address: context.address };
    const body = await readJson(request, received, () => this.turns.take(owner));
    if (kinds.has('mutation')) assertInputInBody(target, body);
    const text = body ?? target.input;
    const turn = admission.waitToParse(text?.length ?? 0);
    if (turn) await turn;
    const input = new RequestInput(text, this.callsOf(target, procedures));
    this.deprecations.add(response, target, input);
    if (target.isBatch) await this.retries.assertNoKey(context, procedures);
    const ignored = new IgnoredFields(target, input, target.isStrict || prefersStrict);
    return { target, procedures, kinds, admission, body, input, ignored };
  }

  /** Waits for a turn to refuse a request as a whole. Returns its error, or that of the wait if there is no room for it. */
  async waitToRefuse(error: unknown, { address }: RequestContext): Promise<unknown> {
    try {
      await this.turns.takeForRefusal({ accountId: null, address });
      return error;
    } catch (noRoom) {
      return noRoom;
    }
  }

  private callsOf(
    { isBatch, procedureNames: [name, ...others] }: Target,
    procedures: readonly ProcedureContract[],
  ) {
    const procedureForMany = `${name}Many`;
    return {
      isBatch,
      count: 1 + others.length,
      isBulk: procedures.some(({ work }) => work === 'bulk'),
      ...(this.procedures.has(procedureForMany) && { procedureForMany }),
    };
  }
}
