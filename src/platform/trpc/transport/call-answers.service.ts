import { Injectable } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import { type Locale, pickLocale } from '../../../shared/locale';
import { assertAccess } from '../../access/assert-access';
import type { ResponseSharing } from '../../contract/contract';
import { encodeText } from '../../http/encoded-text';
import { RequestContextFactory } from '../context/request-context.factory';
import { DatabaseUnavailableException } from '../../database/database-unavailable.exception';
import { outcomeOf } from '../errors/nest-exception.guard';
import { SharedResponsesService } from '../shared-responses/shared-responses.service';
import type { AdmittedCall, Call } from './call';
import { CallFailures } from './call-failures.service';
import { withWarnings } from './ignored-fields';
import { type AccountKey, IdempotentRetries } from './idempotent-retries';
import { answerWithoutCaller } from './calls-without-caller';
import { describeUnknownName } from './procedure-names';
import { ProcedureRunner } from './procedure-runner';
import { RefusalMessages } from './refusal-messages.service';
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
    private readonly refusals: RefusalMessages,
  ) {}

  /** Answers a call; without the database, if it does not answer and the procedure needs none. */
  answer(call: Call, admission: RequestAdmission): Promise<CallResult> {
    const result = this.answerAdmitted(call, admission);
    const procedure = this.runner.contracts.get(call.path);
    if (!procedure?.runsWithoutCaller) return result;
    return this.answerWithoutCaller(result, { ...call, procedure, caller: null }, admission);
  }

  /**
   * Returns the result of a call, or that without its caller. If both are errors, the first has the message that the procedure's
   * writer of refusals has written.
   */
  private async answerWithoutCaller(
    answered: Promise<CallResult>,
    call: AdmittedCall,
    admission: RequestAdmission,
  ): Promise<CallResult> {
    const { procedure, ignored, index, context } = call;
    const alternative = { hasReadInput: false };
    const compute = async (): Promise<CallResult | undefined> => {
      try {
        await admission.admitInput(procedure, null, () => ignored.readInput(index, procedure.input));
        return {
          ok: true,
          body: encodeText(await this.compute({ ...call, context: context.withoutCaller() })),
        };
      } catch (error) {
        // It needs the database only for what it does after it has read the input. The writer would read it again.
        alternative.hasReadInput =
          error instanceof TRPCError && error.cause instanceof DatabaseUnavailableException;
        return undefined;
      }
    };
    const result = await answerWithoutCaller(answered, this.contexts.database, compute);
    return result.ok || alternative.hasReadInput ? result : this.refusals.ofCall(result, call);
  }

  private async answerAdmitted(call: Call, admission: RequestAdmission): Promise<CallResult> {
    const { context, target, path, input, ignored, index } = call;
    const procedure = this.runner.contracts.get(path);
    let hasBegun = false;
    try {
      if (!procedure) {
        const message = describeUnknownName(path, [...this.runner.contracts.keys()], target.isBatch);
        throw new TRPCError({ code: 'NOT_FOUND', message });
      }
      if (procedure.kind === 'mutation' && target.method === 'GET') {
        await admission.waitToRefuse();
        throw new WrongMethodError(procedure);
      }
      const caller = await context.resolveCaller();
      // Also a refusal takes a turn: those of many networks would delay all callers.
      const admitted = admission.admit(procedure, caller);
      if (admitted) await admitted;
      // Needed beside AccessGuard, which runs after the input is read, and not at all for a stored response.
      assertAccess(procedure.access, caller);
      if (!procedure.input) input.assertJson();
      const readInput = () => ignored.readInput(index, procedure.input);
      const usable = admission.admitInput(procedure, caller, readInput);
      if (usable) await usable;
      readInput();
      const admittedCall = { ...call, procedure, caller };
      const key = this.retries.findKey(context, procedure, caller);
      const { sharing } = procedure;
      hasBegun = true;
      const language = procedure.variesByLanguage ? languageOf(admittedCall) : undefined;
      if (sharing) return await this.answerShared(admittedCall, sharing, language);
      if (key) return await this.answerOnce(admittedCall, key);
      const body = encodeText(await this.compute(admittedCall));
      return { ok: true, body, isShared: procedure.isSameInScope, language };
    } catch (error) {
      const outcome = hasBegun ? outcomeOf(procedure) : undefined;
      return this.failures.toFailedCall(error, call, outcome);
    }
  }

  private async compute(call: AdmittedCall): Promise<string> {
    return successBody(await this.run(call));
  }

  /** Runs the procedure. The result of a mutation has the warnings about its input. */
  private async run({ procedure, path, ignored, index, context }: AdmittedCall): Promise<unknown> {
    const result = await this.runner.run(path, ignored.readInput(index, procedure.input), context);
    return procedure.kind === 'mutation' ? withWarnings(result, ignored.of(index)) : result;
  }

  /** Answers a call whose response other callers share. */
  private async answerShared(
    call: AdmittedCall,
    sharing: ResponseSharing,
    language: Locale | undefined,
  ): Promise<CallResult> {
    const { procedure, path, caller, input, index } = call;
    const text = procedure.input ? input.textOf(index) : '';
    const sharedCall = { path, sharing, caller, language, input: text };
    const record = () =>
      this.runner.recordShared({ path, contract: procedure, caller }, () => input.read(index));
    // The same input succeeded before, so that its event needs not wait for the response.
    const recorded = this.shared.isKnown(sharedCall) ? record() : undefined;
    const [stored] = await Promise.all([this.shared.get(sharedCall, () => this.compute(call)), recorded]);
    if (!recorded) await record();
    return { ok: true, ...stored, isShared: sharing.among === 'scope', language };
  }

  /** Answers a call with an `Idempotency-Key`: a retry gets the response to the first attempt. */
  private async answerOnce(call: AdmittedCall, key: AccountKey): Promise<CallResult> {
    const { procedure, path, caller, input, index } = call;
    const value = procedure.input && input.read(index);
    const result = await this.retries.run({ procedure, path, input: value, ...key }, () => this.run(call));
    if (result.ok && result.replayed === true)
      await this.runner.recordReplay({ path, contract: procedure, caller, input: value }, result.body);
    return result;
  }
}

/** Returns the language of a call's result. If `language` of the input is none, the input is refused. */
function languageOf({ input, index, context }: AdmittedCall): Locale {
  const value = input.read(index);
  const requested = typeof value === 'object' && value !== null && 'language' in value && value.language;
  return pickLocale(typeof requested === 'string' ? requested : undefined, context.languages);
}
