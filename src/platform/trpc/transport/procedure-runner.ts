import { Inject, Injectable } from '@nestjs/common';
import { AppRouterHost } from 'nestjs-trpc';
import { AuditedCalls } from '../../audit/audited-calls.service';
import type { ProcedureContract } from '../../contract/contract';
import { CONTRACTS, type Contracts } from '../../contract/contracts.token';
import { proceduresOf } from '../../contract/procedures';
import type { Encoded } from '../../http/encoded-text';
import type { RequestContext } from '../context/request-context';
import { readSuccessBody } from './response';

type FinishedCall = Parameters<AuditedCalls['record']>[0];

/** Knows all procedures by their paths, runs them, and writes their audit events before it returns. */
@Injectable()
export class ProcedureRunner {
  readonly contracts: ReadonlyMap<string, ProcedureContract>;

  constructor(
    private readonly host: AppRouterHost,
    @Inject(CONTRACTS) contracts: Contracts,
    private readonly audited: AuditedCalls,
  ) {
    this.contracts = new Map(proceduresOf(contracts).map(({ path, contract }) => [path, contract]));
  }

  /** Runs a procedure with its guard. Returns its result, or a promise of it. */
  run(path: string, input: unknown, context: RequestContext): unknown {
    const contract = this.contracts.get(path);
    // A shared response answers several calls. The transport writes the event of each.
    if (!contract || contract.sharing || !this.audited.isAudited(contract))
      return this.start(path, input, context);
    return this.runAudited({ path, contract, input }, context);
  }

  /** Writes the event of a shared response, which may be a stored one that ran no procedure. */
  async recordShared(call: Omit<FinishedCall, 'input' | 'output'>, readInput: () => unknown): Promise<void> {
    if (!this.audited.isAudited(call.contract)) return;
    const input = call.contract.input && readInput();
    await this.audited.record({ ...call, input, output: undefined });
  }

  /** Writes the event of the stored response to an earlier call of the account. */
  recordReplay(call: Omit<FinishedCall, 'output'>, body: Encoded): Promise<void> {
    return this.audited.recordReplay({ ...call, output: readSuccessBody(body) });
  }

  private async runAudited(
    { path, contract, input }: { path: string; contract: ProcedureContract; input: unknown },
    context: RequestContext,
  ): Promise<unknown> {
    const result: unknown = await this.start(path, input, context);
    const caller = await context.resolveCaller();
    const output = contract.kind === 'subscription' ? undefined : result;
    await this.audited.record({ path, contract, caller, input, output });
    return result;
  }

  private start(path: string, input: unknown, context: RequestContext): unknown {
    let target: unknown = this.host.appRouter.createCaller(context);
    for (const name of path.split('.')) target = isCallable(target) ? Reflect.get(target, name) : undefined;
    if (!isCallable(target)) throw new TypeError('a procedure that the router does not have');
    return target(input);
  }
}

/** In tRPC's caller, both procedures and routers are functions. */
function isCallable(value: unknown): value is (input: unknown) => unknown {
  return typeof value === 'function';
}
