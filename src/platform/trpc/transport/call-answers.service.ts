import { Injectable } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import { assertAccess } from '../../access/assert-access';
import type { ResponseSharing } from '../../contract/contract';
import { encodeText } from '../../http/encoded-text';
import { RequestContextFactory } from '../context/request-context.factory';
import { outcomeOf } from '../errors/nest-exception.guard';
import { SharedResponsesService } from '../shared-responses/shared-responses.service';
import type { AdmittedCall, Call } from './call';
import { CallFailures } from './call-failures.service';
import { type AccountKey, IdempotentRetries } from './idempotent-retries';
import { answerInOutage } from './outage-calls';
import { ProcedureRunner } from './procedure-runner';
import type { RequestAdmission } from './request-admission';
import { type CallResult, WrongMethodError, successBody } from './response';

/** Answers calls of queries and mutations, each by one of: a shared response, a stored one to a retry, the procedure. */
@Injectable()
export class CallAnswers {
  constructor(
    private readonly runner: ProcedureRunner,
    private readonly contexts: RequestContextFactory,
    private readonly retries: IdempotentRetries,
    private readonly shared: SharedResponsesService,
    private readonly failures: CallFailures,
  ) {}

  /** Answers a call; without the database, if it does not answer and the procedure needs none. */
  answer(call: Call, admission: RequestAdmission): Promise<CallResult> {
    const result = this.answerAdmitted(call, admission);
    const procedure = this.runner.contracts.get(call.path);
    if (!procedure?.runsInOutage) return result;
    const context = call.context.inOutage();
    const compute = async () => {
      await admission.admitInput(procedure, null, () => call.input.read(call.index));
      return this.compute({ ...call, context, procedure, caller: null });
    };
    return answerInOutage(result, this.contexts.database, () =>
      compute().then(
        (body) => ({ ok: true, body: encodeText(body) }) as const,
        () => undefined,
      ),
    );
  }

  private async answerAdmitted(call: Call, admission: RequestAdmission): Promise<CallResult> {
    const { context, target, path, input } = call;
    const procedure = this.runner.contracts.get(path);
    let hasBegun = false;
    try {
      if (!procedure) throw new TRPCError({ code: 'NOT_FOUND', message: 'no procedure has this name' });
      if (procedure.kind === 'mutation' && target.method === 'GET') {
        await admission.waitToRefuse();
        throw new WrongMethodError('POST');
      }
      const caller = await context.resolveCaller();
      // Also a refusal takes a turn: those of many networks would delay all callers.
      const admitted = admission.admit(procedure, caller);
      if (admitted) await admitted;
      // Needed beside AccessGuard, which runs after the input is read, and not at all for a stored response.
      assertAccess(procedure.access, caller);
      if (!procedure.input) input.assertJson();
      const usable = admission.admitInput(procedure, caller, () => input.read(call.index));
      if (usable) await usable;
      const admittedCall = { ...call, procedure, caller };
      const key = this.retries.findKey(context, procedure, caller);
      const { sharing } = procedure;
      hasBegun = true;
      if (sharing) return await this.answerShared(admittedCall, sharing);
      if (key) return await this.answerOnce(admittedCall, key);
      return { ok: true, body: encodeText(await this.compute(admittedCall)) };
    } catch (error) {
      const outcome = hasBegun ? outcomeOf(procedure) : undefined;
      return this.failures.toFailedCall(error, call, outcome);
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
}
